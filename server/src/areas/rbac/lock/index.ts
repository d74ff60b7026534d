import * as calls from '@assoc/contract/rbac/lock'
import { verifyPassword } from '../../../platform/auth/passwords'
import { clearTries, countTry } from '../../../platform/auth/throttle'
import { refuse, Refusal } from '../../../platform/errors'
import { handle, handleVisitor, VisitorAnswer, type Context, type VisitorContext } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { findById } from '../user/account.repository'

/** Wrong passwords that a locked session takes; after them it is ended. */
const TRIES = 5

async function lock({ db, platform, principal, audit }: Context<typeof calls.lockSession>) {
  const found = await findById(db, principal.userId)
  // Who has none could never go on.
  if (!found?.password_hash) throw refuse.inUse('您的账号没有设置登录密码，不能锁屏。请先在个人中心设置密码')
  await platform.sessions.setLock(db, principal.sessionId, true)
  audit({ recordType: 'login', recordId: principal.userId, verb: 'lockScreen' })
  return {}
}

/** Whose session it is, once they have typed their password; who is not locked has nothing to do. */
async function admit({ db, platform, input, credentials }: VisitorContext<typeof calls.unlockSession>) {
  const held = await platform.sessions.lockedBy(credentials.token, credentials.cookie)
  if (!held) return new VisitorAnswer({})
  const key = `unlock:${held.sessionId}`
  const found = await findById(db, held.userId)
  try {
    await countTry(db, key, { max: TRIES, windowSeconds: 3600, lockSeconds: 3600 })
  } catch (error) {
    if (error instanceof Refusal) await platform.sessions.end(db, [held.sessionId], 'expired')
    throw error
  }
  if (!found || !(await verifyPassword(found.password_hash, input.passWord))) throw refuse.field('passWord', '登录密码不正确')
  await clearTries(db, key)
  return { ...held, userName: found.real_name }
}

async function unlock({ db, platform, audit }: Context<typeof calls.unlockSession, null>, { sessionId, userId, userName }: { sessionId: string; userId: string; userName: string }) {
  await platform.sessions.setLock(db, sessionId, false)
  audit({ recordType: 'login', recordId: userId, verb: 'unlockScreen', actor: { userId, userName } })
  return {}
}

/** The lock screen: the session rests until the password is typed. */
export const lockScreen: ServerModule = { bindings: [handle(calls.lockSession, lock), handleVisitor(calls.unlockSession, admit, unlock)] }

