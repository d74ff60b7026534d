import type { Call } from '@assoc/contract'
import { cookieName } from '../../../platform/http/app'
import { loggedAttempt } from '../login-log/service'
import type { Context } from '../../../platform/http/context'
import { handedSignOn, keepFirstSignIn } from '../hand-over/repository'
import type { Arrival, Entering } from '../second-factor/gate'
import { signOnStatement } from '../second-factor/repository'
import { loginNoted, type findForLogin } from './account.repository'

export type Account = NonNullable<Awaited<ReturnType<typeof findForLogin>>>

/** What opening a session needs of a call: `db` is its transaction. */
export type Opening = Entering & Pick<Context<Call, null>, 'db' | 'audit'>

/** How somebody has come; `from` is the session that another origin hands over. */
type Entrance = Omit<Arrival, 'userId'> & { from?: string }

/** Ways in by somebody else's word for who it is. */
const BY_PROVIDER: ReadonlySet<string> = new Set(['oidc', 'wecom', 'dingtalk', 'feishu'])

/** Opens the session of somebody who has passed everything that is asked, with its log rows in one statement and the call's audit row. */
export async function openSession({ platform, db, request, setCookie, audit }: Opening, found: Account, { way, name, triesKey, idToken, from }: Entrance) {
  const { policy } = await platform.settings.security()
  // Who comes by the provider has typed no password, so none has grown old or has to be changed before anything else.
  const byProvider = BY_PROVIDER.has(way)
  // Who is handed over was let in with their password as it is; the session's own end asks for it again.
  const mustChangePassword = found.must_change_password || (!byProvider && from === undefined && isExpired(found.password_time, policy.expireDays))
  const opened = await platform.sessions.open(db, found.user_id, request.ip, request.userAgent, [
    ...loginNoted(found.user_id, mustChangePassword, triesKey),
    loggedAttempt(request, { userId: found.user_id, name, way, result: 'success' }),
    ...(byProvider ? [signOnStatement(idToken === null ? null : platform.encryption.encrypt(idToken))] : []),
    ...(from === undefined ? [] : [handedSignOn(from)]),
  ])
  if (from !== undefined) await keepFirstSignIn(db, opened.sessionId, from)
  const actor = { userId: found.user_id, userName: found.real_name }
  if (found.account_status === 'locked') audit({ recordType: 'user', recordId: found.user_id, verb: 'unlock', actor, before: { accountStatus: 'locked' }, after: { accountStatus: 'normal' } })
  audit({ recordType: 'login', recordId: found.user_id, verb: way, actor })
  setCookie(cookieName(request.secure), opened.cookie, { maxAgeSeconds: policy.absoluteHours * 3600 })
  return { userId: found.user_id, token: opened.token, mustChangePassword: mustChangePassword && !byProvider }
}

const DAY_MS = 86_400_000
const isExpired = (since: Date | null, days: number): boolean => days > 0 && since !== null && Date.now() - since.getTime() > days * DAY_MS

/** The frame of audit rows about signing in. */
export const frameOf = (request: Entering['request'], found: Account | null) => ({
  userId: found?.user_id ?? null,
  userName: found?.real_name ?? '',
  ip: request.ip,
  requestId: request.id,
  path: '/user/userController/loginTheUser',
  title: '登录',
})
