import { setTimeout as pause } from 'node:timers/promises'
import { CODE } from '@assoc/contract'
import type { SecurityPolicy } from '@assoc/contract/rbac/security'
import type { loginOutTheUser } from '@assoc/contract/rbac/own'
import { FIRST_PASSWORD_HOURS } from '@assoc/contract/rbac/user'
import type { loginByCode, loginTheUser } from '@assoc/contract/rbac/sign-in'
import { writeAudit } from '../../../platform/audit/audit'
import { verifyPassword } from '../../../platform/auth/passwords'
import { countTry, countTryBeside, networkOf } from '../../../platform/auth/throttle'
import { Refusal } from '../../../platform/errors'
import { cookieName } from '../../../platform/http/app'
import { VisitorAnswer, type Context, type VisitorContext } from '../../../platform/http/context'
import type { Principal } from '../../../platform/access/principal'
import { sessionsOfSignIn } from '../hand-over/repository'
import { logAttempt } from '../login-log/service'
import type { LoginResult, LoginWay } from '../login-log/tables'
import { signOutAddress } from '../oidc/sign-out'
import { findByTarget, findForLogin } from './account.repository'
import { normalTarget, useCode } from './codes.service'
import { requireSecondFactor, type Arrival, type Entering } from '../second-factor/gate'
import { lockOut } from '../account/lock-out'
import { frameOf, openSession, type Account } from './entry'
import { letsIn, takesPassword } from './lets-in'
import { requireSlider } from './slider.service'
import { keptName, pairOf, subjectOf } from './subject'

type OpenContext = Context<typeof loginTheUser, null> | Context<typeof loginByCode, null>

/** Somebody whose password, code or provider has been accepted and whose second factor is not due. */
export interface Accepted {
  found: Account
  arrival: Omit<Arrival, 'userId'>
}

// The same text for an unknown, disabled or pending account and for a wrong password.
const refused = () => new Refusal(CODE.badCredentials, '账号或密码不正确')
const locked = (seconds: number) => `尝试次数过多，请在 ${seconds} 秒后重试`

const WINDOW = 15 * 60
/** Tries for one account, whichever of its names is typed, from one address, then a rest for that pair: five and half an hour, unless the policy says otherwise. */
const perPair = ({ lockTries, lockMinutes }: SecurityPolicy) => ({ max: lockTries, windowSeconds: WINDOW, lockSeconds: lockMinutes * 60 })
/** Failures of one address over all accounts. */
const PER_ADDRESS = { max: 100, windowSeconds: WINDOW }
/** An account under fire from many addresses is slowed down, and by the policy locked for passwords: see `lockOut`. */
const SLOW_AFTER = 10
const MAX_PAUSE_MS = 4_000

export async function validatePassword(visit: VisitorContext<typeof loginTheUser>): Promise<Accepted> {
  const { platform, input, request } = visit
  const { db } = platform
  await requireSlider(visit, input.sliderTicket)
  // Whose name it is comes first, for all names of an account share one count.
  const found = await findForLogin(db, input.loginName)
  const subject = subjectOf(platform, found?.user_id, input.loginName)
  const pair = loginPair(subject, request)
  const address = `login:ip:${networkOf(request.ip)}`
  const account = `login:all:${subject}`
  const typed = { name: keptName(platform, input.loginName, found !== undefined), userId: found?.user_id ?? null, way: 'password' as const }
  // Counted before the password is looked at, so that parallel tries cannot run ahead of the count.
  const { policy } = await platform.settings.security()
  // The account's own count never shuts: see SLOW_AFTER.
  const tries = await orLocked({ platform, request }, typed, () => countTryBeside(db, pair, perPair(policy), [address, account], locked))
  const before = tries.get(account) ?? 0
  if (before > SLOW_AFTER) await pause(Math.min(MAX_PAUSE_MS, (before - SLOW_AFTER) * 250))
  const fits = await verifyPassword(found?.password_hash ?? null, input.passWord)
  if (!fits || !found || !takesPassword(found)) {
    const counted = await countTryBeside(db, account, { max: 1_000_000, windowSeconds: WINDOW }, [])
    if (found && !fits && policy.accountLockTries > 0 && (counted.get(account) ?? 0) >= policy.accountLockTries) await lockOut(platform, found.user_id, policy)
    const result = found ? (fits ? refusalOf(found) : 'wrongPassword') : 'unknown'
    await Promise.all([note({ platform, request }, found?.login_name ?? typed.name), logAttempt(db, request, { ...typed, result })])
    await countTry(db, address, PER_ADDRESS, locked)
    throw refused()
  }
  if (found.password_until && found.password_until.getTime() <= Date.now()) {
    await logAttempt(db, request, { ...typed, result: 'expired' })
    // Told to nobody but who has the letter.
    throw new Refusal(CODE.badCredentials, `首次密码超过 ${FIRST_PASSWORD_HOURS} 小时未使用，已经失效，请联系系统管理员重新打印密码函`)
  }
  return accepted(visit, found, { way: 'password', name: typed.name, triesKey: pair, idToken: null })
}

/** Under what the tries of an account with passwords from one place are counted; a way in that proves the person forgets them. */
export const loginPair = (subject: string, request: Pick<OpenContext['request'], 'ip'>): string => `login:${pairOf(subject, request)}`

export async function validateLoginCode(visit: VisitorContext<typeof loginByCode>): Promise<Accepted> {
  const { platform, input, request, intent } = visit
  const target = normalTarget(input.target)
  const found = await findByTarget(platform.db, target)
  const typed = { name: keptName(platform, target, found !== undefined), userId: found?.user_id ?? null, way: 'code' as const }
  await orLocked({ platform, request }, typed, () => countTry(platform.db, `login:code:${networkOf(request.ip)}`, { max: 60, windowSeconds: WINDOW }, locked))
  try {
    await useCode(platform, request.ip, { purpose: 'login', target, userId: found?.user_id, challenge: input.challenge }, input.code, { intent })
  } catch (error) {
    await logAttempt(platform.db, request, { ...typed, result: error instanceof Refusal && error.code === CODE.tooMany ? 'locked' : 'wrongCode' })
    throw error
  }
  if (!found || !letsIn(found)) {
    await logAttempt(platform.db, request, { ...typed, result: found ? refusalOf(found) : 'unknown' })
    throw refused()
  }
  return accepted(visit, found, { way: 'code', name: typed.name, triesKey: loginPair(subjectOf(platform, found.user_id, target), request), idToken: null })
}

/** Refuses with a challenge where a second factor is due. */
async function accepted(entering: Entering, found: Account, arrival: Accepted['arrival']): Promise<Accepted> {
  await requireSecondFactor(entering, { ...arrival, userId: found.user_id })
  return { found, arrival }
}

export const enter = (context: OpenContext, { found, arrival }: Accepted) => openSession(context, found, arrival)

/** Why an account that exists is not let in. */
export const refusalOf = ({ account_status }: Account): LoginResult => (account_status === 'locked' || account_status === 'pending' ? account_status : 'disabled')

/** Keeps the attempt at a shut door, then refuses as the door does. */
async function orLocked<T>({ platform, request }: Pick<OpenContext, 'platform' | 'request'>, typed: { name: string; userId: string | null; way: LoginWay }, knock: () => Promise<T>): Promise<T> {
  try {
    return await knock()
  } catch (error) {
    if (error instanceof Refusal) await logAttempt(platform.db, request, { ...typed, result: 'locked' })
    throw error
  }
}

/** Audits a try that failed. `name` is an account's own or what `keptName` makes of one that is nobody's. */
async function note({ platform, request }: Pick<OpenContext, 'platform' | 'request'>, name: string): Promise<void> {
  await writeAudit(platform.db, { ...frameOf(request, null), code: CODE.badCredentials }, [{ recordType: 'login', recordId: null, verb: 'failed', reason: name }])
}

/**
 * The session of the request, and where the browser goes to end that of the provider; without one there is nothing to do. Whose
 * session ends is decided by token and cookie alone, a userId in the body means nothing.
 */
export async function findSession({ platform, credentials, request, setCookie }: VisitorContext<typeof loginOutTheUser>) {
  setCookie(cookieName(request.secure), '', { maxAgeSeconds: 0 })
  const principal = await platform.sessions.identify(credentials.token, credentials.cookie).catch(() => null)
  if (!principal) {
    // A locked session shows nobody, and is signed out of all the same.
    const held = await platform.sessions.lockedBy(credentials.token, credentials.cookie).catch(() => null)
    if (held) await platform.sessions.end(platform.db, [held.sessionId], 'logout')
  }
  return principal ? { principal, signOutAt: await signOutAddress(platform, principal.sessionId, request.origin) } : new VisitorAnswer({})
}

/** Ends the session, with those at other origins that come from the same sign-in: nobody shall pass through there as before. */
export async function logout({ db, platform, audit }: Context<typeof loginOutTheUser, null>, { principal, signOutAt }: { principal: Principal; signOutAt: string | null }) {
  await platform.sessions.end(db, await sessionsOfSignIn(db, principal.sessionId), 'logout')
  audit({ recordType: 'login', recordId: principal.userId, verb: 'logout', actor: { userId: principal.userId, userName: principal.realName } })
  return signOutAt ? { signOutAt } : {}
}
