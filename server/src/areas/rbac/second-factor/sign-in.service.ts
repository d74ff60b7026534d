import { timingSafeEqual } from 'node:crypto'
import { CODE, viewLink } from '@assoc/contract'
import { CHALLENGE_TRIES, type enrolAtSignIn, type selectChallengeSecret, type verifySecondFactor } from '@assoc/contract/rbac/second-factor'
import { consoleConfigOf } from '../../../platform/console-config'
import type { Platform } from '../../../platform/platform'
import { writeAudit } from '../../../platform/audit/audit'
import { hashToken, newToken } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { hostCookie } from '../../../platform/http/app'
import type { Context, VisitorContext } from '../../../platform/http/context'
import { notify } from '../../../platform/notifications/notify'
import { logAttempt } from '../login-log/service'
import { findById } from '../user/account.repository'
import { frameOf, openSession, type Account, type Opening } from '../user/entry'
import { letsIn } from '../user/lets-in'
import { CHALLENGE_COOKIE, DEVICE_COOKIE, demandOf, type Entering } from './gate'
import * as repository from './repository'
import { enrolmentOf, stepOf } from './totp'
import { countFactorTry, fitsCode, forgetFactorTries, freshRecoveryCodes, useCode } from './verify'

type Challenge = NonNullable<Awaited<ReturnType<typeof repository.liveChallenge>>>

const ended = () => new Refusal(CODE.challengeEnded, '登录验证已超时或已失效，请重新登录')
const WRONG = '动态码不正确或已使用过，请输入验证器当前显示的动态码'

/** The challenge of this browser; every call that brings a code counts as a try. */
async function challengeOf({ platform, request }: Pick<Entering, 'platform' | 'request'>, token: string, count: boolean): Promise<Challenge> {
  const cookie = request.cookies[hostCookie(CHALLENGE_COOKIE, request.secure)]
  if (!cookie || cookie.length > 100) throw ended()
  const challenge = await repository.liveChallenge(platform.db, hashToken(token), hashToken(cookie), CHALLENGE_TRIES, count)
  if (!challenge) throw ended()
  return challenge
}

/** The account of a challenge as it is now: it may have been disabled since the password was typed. */
async function accountOf(db: Db, challenge: Challenge): Promise<Account> {
  const found = await findById(db, challenge.user_id)
  if (!found || !letsIn(found)) throw ended()
  return found
}

/** A challenge that may be answered, and whose it is. */
interface Passed {
  challenge: Challenge
  found: Account
}

/** Opens the session that a challenge stood before, and remembers the browser where that was asked and is allowed. */
async function letIn(opening: Opening, { challenge, found }: Passed, trust: boolean | undefined) {
  const { platform, db, request, setCookie } = opening
  await forgetFactorTries(db, found.user_id)
  setCookie(hostCookie(CHALLENGE_COOKIE, request.secure), '', { maxAgeSeconds: 0 })
  const { policy } = await platform.settings.security()
  if (trust && policy.trustDays > 0 && (await demandOf(db, policy, found.user_id)) !== 'always') {
    const token = newToken()
    await repository.insertDevice(db, { userId: found.user_id, tokenHash: hashToken(token), device: request.userAgent.slice(0, 200), ip: request.ip, days: policy.trustDays })
    setCookie(hostCookie(DEVICE_COOKIE, request.secure), token, { maxAgeSeconds: policy.trustDays * 86_400 })
  }
  return openSession(opening, found, {
    way: challenge.login_way,
    name: challenge.login_name,
    triesKey: challenge.tries_key,
    idToken: challenge.id_token === null ? null : platform.encryption.decrypt(challenge.id_token),
  })
}

async function refuseCode({ platform, request }: Entering, challenge: Challenge, found: Account): Promise<never> {
  await Promise.all([
    logAttempt(platform.db, request, { userId: found.user_id, name: challenge.login_name, way: challenge.login_way, result: 'wrongCode' }),
    writeAudit(platform.db, { ...frameOf(request, found), title: '登录二次验证', code: CODE.input }, [{ recordType: 'login', recordId: found.user_id, verb: 'wrongFactor' }]),
  ])
  throw refuse.field('code', challenge.kind === 'code' ? '验证码不正确，请输入刚收到的 6 位验证码' : WRONG)
}

/** Checks a code of a person's factor; it is used up with the session, in the call's own transaction. */
export async function validateCode({ platform, input, request, setCookie }: VisitorContext<typeof verifySecondFactor>): Promise<Passed> {
  const entering = { platform, request, setCookie }
  const challenge = await challengeOf(entering, input.challenge, true)
  if (challenge.kind === 'enrol') throw ended()
  const found = await accountOf(platform.db, challenge)
  await countFactorTry(platform, found.user_id)
  if (!(challenge.kind === 'code' ? isSentCode(platform, challenge, input.code) : await fitsCode(platform, found.user_id, input.code))) return refuseCode(entering, challenge, found)
  return { challenge, found }
}

/** Whether a code is the one that was sent for this challenge. */
function isSentCode(platform: Platform, { secret }: Challenge, code: string): boolean {
  return secret !== null && timingSafeEqual(Buffer.from(platform.encryption.decrypt(secret).padEnd(16)), Buffer.from(code.padEnd(16)))
}

export async function verify(context: Context<typeof verifySecondFactor, null>, passed: Passed) {
  const { platform, db, input, audit } = context
  const { challenge, found } = passed
  const way = challenge.kind === 'code' ? 'sent' : await useCode(platform, db, found.user_id, input.code)
  if (!way) throw refuse.field('code', WRONG)
  // Of two right codes for one challenge at once the second finds it used, and its own code is not used up.
  if (!(await repository.useChallenge(db, challenge.challenge_id))) throw ended()
  const left = way === 'recovery' ? await repository.recoveryLeft(db, found.user_id) : null
  if (left !== null) {
    await notify(db, found.user_id, { title: '恢复码已使用', content: `有人用恢复码登录了您的账号，还剩 ${left} 个。如非本人操作，请立即修改密码并重新生成恢复码。`, link: viewLink('rbac/PersonalCenter', { part: 'factor' }) })
    audit({ recordType: 'secondFactor', recordId: found.user_id, verb: 'useRecoveryCode', actor: { userId: found.user_id, userName: found.real_name } })
  }
  return { ...(await letIn(context, passed, input.trustDevice)), recoveryLeft: left }
}

/** Opens the sealed secret of an enrolment. */
function secretOf({ platform }: Pick<Entering, 'platform'>, challenge: Challenge): string {
  if (challenge.kind !== 'enrol' || challenge.secret === null) throw ended()
  return platform.encryption.decrypt(challenge.secret)
}

export async function validateChallenge({ platform, input, request }: VisitorContext<typeof selectChallengeSecret>) {
  const challenge = await challengeOf({ platform, request }, input.challenge, false)
  const found = await accountOf(platform.db, challenge)
  return enrolmentOf(secretOf({ platform }, challenge), issuerOf(platform), found.login_name)
}

/** What authenticators show above the code: the product's name, as the pages have it. */
export const issuerOf = (platform: Platform): string => consoleConfigOf(platform.config).title

/** Tells the person that somebody, it may not have been they, has bound an authenticator. */
export const ENABLED = { title: '二次验证已启用', content: '您的账号已绑定验证器，登录时须输入动态码。如非本人操作，请立即联系系统管理员。', link: viewLink('rbac/PersonalCenter', { part: 'factor' }) }

/** Checks the first code of a new authenticator; answers its time step. */
export async function validateEnrolment({ platform, input, request, setCookie }: VisitorContext<typeof enrolAtSignIn>): Promise<Passed & { secret: string; step: number }> {
  const entering = { platform, request, setCookie }
  const challenge = await challengeOf(entering, input.challenge, true)
  const secret = secretOf(entering, challenge)
  const found = await accountOf(platform.db, challenge)
  await countFactorTry(platform, found.user_id)
  const step = stepOf(secret, input.code)
  if (step === null) return refuseCode(entering, challenge, found)
  return { challenge, found, secret, step }
}

export async function enrol(context: Context<typeof enrolAtSignIn, null>, passed: Awaited<ReturnType<typeof validateEnrolment>>) {
  const { platform, db, input, audit } = context
  const { challenge, found, secret, step } = passed
  const sealed = platform.encryption.encrypt(secret)
  // Another browser may have enrolled meanwhile: its factor is not replaced by whoever has but the password.
  if (!(await repository.useChallenge(db, challenge.challenge_id))) throw ended()
  if (!(await repository.storePending(db, found.user_id, sealed))) throw ended()
  await repository.confirm(db, found.user_id, sealed, step)
  audit({ recordType: 'secondFactor', recordId: found.user_id, verb: 'enable', actor: { userId: found.user_id, userName: found.real_name } })
  await notify(db, found.user_id, ENABLED)
  const recoveryCodes = await freshRecoveryCodes(platform, db, found.user_id)
  return { ...(await letIn(context, passed, input.trustDevice)), recoveryCodes }
}
