import { auditStatement } from '../../../platform/audit/audit'
import { cookieName } from '../../../platform/http/app'
import { loggedAttempt } from '../login-log/service'
import { requireSecondFactor, type Arrival, type Entering } from '../second-factor/gate'
import { signOnStatement } from '../second-factor/repository'
import { loginNoted, type findForLogin } from './account.repository'

export type Account = NonNullable<Awaited<ReturnType<typeof findForLogin>>>

/** Lets somebody in whose password, code or provider has been accepted; refuses with a challenge where a second factor is due. */
export async function enter(entering: Entering, found: Account, arrival: Omit<Arrival, 'userId'>) {
  await requireSecondFactor(entering, { ...arrival, userId: found.user_id })
  return openSession(entering, found, arrival)
}

/** Opens the session of somebody who has passed everything that is asked, with its log and audit rows in one statement. */
export async function openSession({ platform, request, setCookie }: Entering, found: Account, { way, name, triesKey, idToken }: Omit<Arrival, 'userId'>) {
  const { policy } = await platform.settings.security()
  // Who comes by the provider has typed no password, so none has grown old or has to be changed before anything else.
  const byProvider = way === 'oidc'
  const mustChangePassword = found.must_change_password || (!byProvider && isExpired(found.password_time, policy.expireDays))
  const opened = await platform.sessions.open(platform.db, found.user_id, request.ip, request.userAgent, [
    ...loginNoted(found.user_id, mustChangePassword, triesKey),
    auditStatement(frameOf(request, found), { recordType: 'login', recordId: found.user_id, verb: way }),
    loggedAttempt(request, { userId: found.user_id, name, way, result: 'success' }),
    ...(byProvider ? [signOnStatement(idToken === null ? null : platform.encryption.encrypt(idToken))] : []),
  ])
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
