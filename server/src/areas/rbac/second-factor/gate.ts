import { randomInt } from 'node:crypto'
import { CODE, masked } from '@assoc/contract'
import { CHALLENGE_MINUTES, type ChallengeData } from '@assoc/contract/rbac/second-factor'
import type { SecurityPolicy } from '@assoc/contract/rbac/security'
import { countTry } from '../../../platform/auth/throttle'
import { hashToken, newToken } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import { hostCookie } from '../../../platform/http/app'
import type { Context } from '../../../platform/http/context'
import { queueSecret } from '../../../platform/mail/outbox'
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
  const target = !factor && demand === 'newDevice' ? await repository.codeTarget(db, arrival.userId) : null
  // The code that somebody signs in with has just gone to the same mobile or mailbox.
  if (target !== null && arrival.way === 'code') return
  const [token, cookie] = [newToken(), newToken()]
  const kind = factor ? 'verify' : target === null ? 'enrol' : 'code'
  const code = target === null ? null : await sendCode({ platform }, arrival.userId, target)
  await repository.insertChallenge(db, {
    tokenHash: hashToken(token),
    cookieHash: hashToken(cookie),
    ...arrival,
    idToken: arrival.idToken === null ? null : platform.encryption.encrypt(arrival.idToken),
    kind,
    secret: code !== null ? platform.encryption.encrypt(code) : kind === 'enrol' ? platform.encryption.encrypt(newSecret()) : null,
    minutes: CHALLENGE_MINUTES,
  })
  setCookie(hostCookie(CHALLENGE_COOKIE, request.secure), cookie, { maxAgeSeconds: CHALLENGE_MINUTES * 60 })
  const data: ChallengeData = { challenge: token, kind, trustDays: demand === 'always' ? 0 : policy.trustDays, ...(target === null ? {} : { sentTo: masked('contact', target) ?? '' }) }
  throw new Refusal(CODE.secondFactor, kind === 'enrol' ? '您的账号须启用二次验证' : '请完成二次验证', data)
}

/** Codes that one account is sent for new devices in an hour: each costs money, and who has the password could send any number. */
const SENDINGS = { max: 10, windowSeconds: 3600 }

/** Sends a code for signing in on a new device to whoever has no authenticator; it stands sealed in the challenge alone. */
async function sendCode({ platform }: Pick<Entering, 'platform'>, userId: string, target: string): Promise<string> {
  await countTry(platform.db, `factor:send:${userId}`, SENDINGS, (seconds) => `验证码发送次数过多，请在 ${Math.ceil(seconds / 60)} 分钟后重试`)
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  await queueSecret(platform.db, platform.encryption, { to: target, subject: '新设备登录验证码', text: `您正在新设备上登录，验证码 ${code}，${CHALLENGE_MINUTES} 分钟内有效，请勿告知他人。如非本人操作，请立即修改密码。`, code, minutes: CHALLENGE_MINUTES, use: 'code' })
  return code
}

async function isRemembered({ platform, request }: Pick<Entering, 'platform' | 'request'>, policy: SecurityPolicy, userId: string): Promise<boolean> {
  const token = request.cookies[hostCookie(DEVICE_COOKIE, request.secure)]
  return policy.trustDays > 0 && token !== undefined && token.length <= 100 && repository.knowsDevice(platform.db, userId, hashToken(token))
}
