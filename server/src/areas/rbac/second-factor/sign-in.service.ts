import { CODE } from '@assoc/contract'
import { CHALLENGE_TRIES, type enrolAtSignIn, type selectChallengeSecret, type verifySecondFactor } from '@assoc/contract/rbac/second-factor'
import { writeAudit } from '../../../platform/audit/audit'
import { hashToken, newToken } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { hostCookie } from '../../../platform/http/app'
import type { Context } from '../../../platform/http/context'
import { notify } from '../../workspace/notification/service'
import { logAttempt } from '../login-log/service'
import { findById } from '../user/account.repository'
import { frameOf, openSession, type Account } from '../user/entry'
import { CHALLENGE_COOKIE, DEVICE_COOKIE, demandOf, type Entering } from './gate'
import * as repository from './repository'
import { enrolmentOf, stepOf } from './totp'
import { countFactorTry, forgetFactorTries, freshRecoveryCodes, useCode } from './verify'

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
  if (!found || found.account_status !== 'normal') throw ended()
  return found
}

/** Opens the session that a challenge stood before, and remembers the browser where that was asked and is allowed. */
async function letIn(entering: Entering, challenge: Challenge, found: Account, trust: boolean | undefined) {
  const { platform, request, setCookie } = entering
  await forgetFactorTries(platform, found.user_id)
  setCookie(hostCookie(CHALLENGE_COOKIE, request.secure), '', { maxAgeSeconds: 0 })
  const { policy } = await platform.settings.security()
  if (trust && policy.trustDays > 0 && (await demandOf(platform.db, policy, found.user_id)) !== 'always') {
    const token = newToken()
    await repository.insertDevice(platform.db, { userId: found.user_id, tokenHash: hashToken(token), device: request.userAgent.slice(0, 200), ip: request.ip, days: policy.trustDays })
    setCookie(hostCookie(DEVICE_COOKIE, request.secure), token, { maxAgeSeconds: policy.trustDays * 86_400 })
  }
  return openSession(entering, found, {
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
  throw refuse.field('code', WRONG)
}

export async function verify({ platform, input, request, setCookie }: Context<typeof verifySecondFactor, null>) {
  const entering = { platform, request, setCookie }
  const challenge = await challengeOf(entering, input.challenge, true)
  if (challenge.kind !== 'verify') throw ended()
  const found = await accountOf(platform.db, challenge)
  await countFactorTry(platform, found.user_id)
  const used = await platform.db.transaction().execute(async (tx) => {
    const way = await useCode(platform, tx, found.user_id, input.code)
    // Of two right codes for one challenge at once the second finds it used, and its own code is not used up.
    if (way && !(await repository.useChallenge(tx, challenge.challenge_id))) throw ended()
    if (way === 'recovery') {
      const left = await repository.recoveryLeft(tx, found.user_id)
      await notify(tx, found.user_id, { title: '恢复码已使用', content: `有人用恢复码登录了您的账号，还剩 ${left} 个。如非本人操作，请立即修改密码并重新生成恢复码。`, link: '/personalCenter?part=factor' })
      await writeAudit(tx, { ...frameOf(request, found), title: '登录二次验证' }, [{ recordType: 'secondFactor', recordId: found.user_id, verb: 'useRecoveryCode' }])
    }
    return way
  })
  if (!used) return refuseCode(entering, challenge, found)
  const opened = await letIn(entering, challenge, found, input.trustDevice)
  return { ...opened, recoveryLeft: used === 'recovery' ? await repository.recoveryLeft(platform.db, found.user_id) : null }
}

/** Opens the sealed secret of an enrolment. */
function secretOf({ platform }: Pick<Entering, 'platform'>, challenge: Challenge): string {
  if (challenge.kind !== 'enrol' || challenge.secret === null) throw ended()
  return platform.encryption.decrypt(challenge.secret)
}

export async function challengeSecret({ platform, input, request }: Context<typeof selectChallengeSecret, null>) {
  const challenge = await challengeOf({ platform, request }, input.challenge, false)
  const found = await accountOf(platform.db, challenge)
  return enrolmentOf(secretOf({ platform }, challenge), issuerOf(), found.login_name)
}

/** What authenticators show above the code. */
export const issuerOf = (): string => '会员信息平台'

/** Tells the person that somebody, it may not have been they, has bound an authenticator. */
export const ENABLED = { title: '二次验证已启用', content: '您的账号已绑定验证器，登录时须输入动态码。如非本人操作，请立即联系系统管理员。', link: '/personalCenter?part=factor' }

export async function enrol({ platform, input, request, setCookie }: Context<typeof enrolAtSignIn, null>) {
  const entering = { platform, request, setCookie }
  const challenge = await challengeOf(entering, input.challenge, true)
  const secret = secretOf(entering, challenge)
  const found = await accountOf(platform.db, challenge)
  await countFactorTry(platform, found.user_id)
  const step = stepOf(secret, input.code)
  if (step === null) return refuseCode(entering, challenge, found)
  const sealed = platform.encryption.encrypt(secret)
  const recoveryCodes = await platform.db.transaction().execute(async (tx) => {
    // Another browser may have enrolled meanwhile: its factor is not replaced by whoever has but the password.
    if (!(await repository.useChallenge(tx, challenge.challenge_id))) throw ended()
    if (!(await repository.storePending(tx, found.user_id, sealed))) throw ended()
    await repository.confirm(tx, found.user_id, sealed, step)
    await writeAudit(tx, { ...frameOf(request, found), path: '/user/secondFactor/enrolAtSignIn', title: '启用二次验证' }, [{ recordType: 'secondFactor', recordId: found.user_id, verb: 'enable' }])
    await notify(tx, found.user_id, ENABLED)
    return freshRecoveryCodes(platform, tx, found.user_id)
  })
  return { ...(await letIn(entering, challenge, found, input.trustDevice)), recoveryCodes }
}
