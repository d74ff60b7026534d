import { body, call, done, signedIn, visitor } from '../core/call'
import { password } from './sign-in'

/** Locks the console of this session: every call but unlocking and signing out is refused until the password is typed. */
export const lockSession = call({
  path: '/user/lock/lockSession',
  title: '锁屏',
  access: signedIn,
  write: true,
  request: body({}),
  response: done,
})

/** Goes on with a locked session. No session is asked for, for a locked one is none; what shows it is its token and cookie. */
export const unlockSession = call({
  path: '/user/lock/unlockSession',
  title: '解除锁屏',
  access: visitor({ proof: 'none', rate: { max: 120, seconds: 900 }, reason: 'acts on the session of the request alone and asks for the password of its person' }),
  write: true,
  request: body({ passWord: password('登录密码') }),
  response: done,
})
