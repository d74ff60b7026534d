import { CODE } from '@assoc/contract'
import { CHALLENGE_MINUTES, type ChallengeData } from '@assoc/contract/rbac/second-factor'
import type { SecurityPolicy } from '@assoc/contract/rbac/security'
import { hashToken, newToken } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import { hostCookie } from '../../../platform/http/app'
import type { Context } from '../../../platform/http/context'
import type { Call } from '@assoc/contract'
import type { LoginWay } from '../login-log/tables'
import * as repository from './repository'
import { newSecret } from './totp'

/** What a sign-in brings along, of whichever way. */
export type Entering = Pick<Context<Call, null>, 'platform' | 'request' | 'setCookie'>

export interface Arrival {
  userId: string
  way: LoginWay
  /** As it was typed, for the log. */
  name: string
  /** Key of the wrong tries that are forgotten with the session. */
  triesKey: string | null
  /** The provider's ID token; null for all other ways. */
  idToken: string | null
}

export const CHALLENGE_COOKIE = 'factor'
export const DEVICE_COOKIE = 'device'

/**
 * What the policy asks of a person: a second factor at every sign-in (`always`), on browsers that are not remembered
 * (`newDevice`), or nothing.
 */
export async function demandOf(db: Db, policy: SecurityPolicy, userId: string): Promise<'always' | 'newDevice' | 'nothing'> {
  if (policy.secondFactorSensitive || policy.secondFactorRoles.length > 0) {
    const { sensitive, named } = await repository.standing(db, userId, policy.secondFactorRoles)
    if ((policy.secondFactorSensitive && sensitive) || named) return 'always'
  }
  return policy.secondFactorNewDevice ? 'newDevice' : 'nothing'
}

/**
 * Stands between the right password and the session: refuses with a challenge where a second factor is due, and answers
 * nothing where it is not. Who has set one up of their own accord is asked as well, except on a remembered browser.
 */
export async function requireSecondFactor({ platform, request, setCookie }: Entering, arrival: Arrival): Promise<void> {
  const { db } = platform
  const { policy } = await platform.settings.security()
  const [demand, factor] = await Promise.all([demandOf(db, policy, arrival.userId), repository.factorOf(db, arrival.userId)])
  if (demand === 'nothing' && !factor) return
  if (demand !== 'always' && (await isRemembered({ platform, request }, policy, arrival.userId))) return
  const [token, cookie] = [newToken(), newToken()]
  const kind = factor ? 'verify' : 'enrol'
  await repository.insertChallenge(db, {
    tokenHash: hashToken(token),
    cookieHash: hashToken(cookie),
    ...arrival,
    idToken: arrival.idToken === null ? null : platform.encryption.encrypt(arrival.idToken),
    kind,
    secret: kind === 'enrol' ? platform.encryption.encrypt(newSecret()) : null,
    minutes: CHALLENGE_MINUTES,
  })
  setCookie(hostCookie(CHALLENGE_COOKIE, request.secure), cookie, { maxAgeSeconds: CHALLENGE_MINUTES * 60 })
  const data: ChallengeData = { challenge: token, kind, trustDays: demand === 'always' ? 0 : policy.trustDays }
  throw new Refusal(CODE.secondFactor, kind === 'verify' ? '请完成二次验证' : '您的账号须启用二次验证', data)
}

async function isRemembered({ platform, request }: Pick<Entering, 'platform' | 'request'>, policy: SecurityPolicy, userId: string): Promise<boolean> {
  const token = request.cookies[hostCookie(DEVICE_COOKIE, request.secure)]
  return policy.trustDays > 0 && token !== undefined && token.length <= 100 && repository.knowsDevice(platform.db, userId, hashToken(token))
}
