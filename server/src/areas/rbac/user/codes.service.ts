import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CODE } from '@assoc/contract'
import type { checkVerificationCode, emailSendVerificationCode, sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import { insertCode, validateCode } from '../../../platform/auth/codes'
import { clearTries, countTry, networkOf } from '../../../platform/auth/throttle'
import { hashToken, newCode, newToken } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import type { Context, VisitorContext } from '../../../platform/http/context'
import { queueSecret } from '../../../platform/mail/outbox'
import { requireSending } from '../../../platform/mail/sending'
import type { Platform } from '../../../platform/platform'
import { findByTarget } from './account.repository'
import { requireSlider } from './slider.service'
import { pairOf, subjectOf } from './subject'
import { letsIn } from './lets-in'

export type Purpose = 'login' | 'register' | 'reset' | 'changeMobile' | 'changeEmail'
const RESEND_SECONDS = 60
const CODE_MINUTES = 5
const PURPOSE_TEXT: Record<Purpose, string> = { login: '登录', register: '注册', reset: '找回密码', changeMobile: '更换手机', changeEmail: '更换邮箱' }

/** Mobile numbers and addresses as they are stored and compared. */
export const normalTarget = (target: string): string => {
  const text = target.trim().toLowerCase()
  return text.includes('@') ? text : text.replace(/[\s-]/g, '').replace(/^\+?86(?=1\d{10}$)/, '')
}

/** What a code is good for: one action, one number or mailbox, one account (none for who registers), and who asked for it. */
export interface CodeUse {
  purpose: Purpose
  target: string
  userId: string | undefined
  challenge: string
}

const hashOf = (platform: Platform, { purpose, target, userId, challenge }: CodeUse, code: string): Buffer =>
  createHmac('sha256', platform.secret).update([purpose, target, userId ?? '', challenge, code].join('\n')).digest()

/** Codes that all people together may have sent in an hour. */
const ALL_PER_HOUR = 3000

/** Counts a sending by where it comes from and where it goes; what is left for everybody is touched only by what has passed these. */
async function checkQuota(db: Db, target: string, ip: string): Promise<void> {
  const wait = (s: number) => `发送过于频繁，请在 ${s} 秒后重试`
  await countTry(db, `code:ip:${networkOf(ip)}`, { max: 60, windowSeconds: 3600 }, wait)
  await countTry(db, `code:minute:${target}`, { max: 1, windowSeconds: RESEND_SECONDS }, wait)
  await countTry(db, `code:hour:${target}`, { max: 5, windowSeconds: 3600 }, wait)
  await countTry(db, `code:day:${target}`, { max: 10, windowSeconds: 86_400 }, wait)
  await countTry(db, `code:all`, { max: ALL_PER_HOUR, windowSeconds: 3600 }, wait)
}

type SendCall = typeof sendVerificationCode | typeof emailSendVerificationCode

/**
 * Who asks for a code: nobody yet, who must bring a slider ticket, or, for changes of one's own data, the person whose
 * session this is. Answers their id, and whether this is a retry of a request that has brought the ticket before.
 */
async function admit(visit: VisitorContext<SendCall>): Promise<{ ownId: string | undefined; again: boolean }> {
  const { platform, input, credentials } = visit
  if (isOwnChange(input.purpose as Purpose)) return { ownId: (await platform.sessions.identify(credentials.token, credentials.cookie)).userId, again: false }
  const again = await requireSlider(visit, input.sliderTicket)
  return { ownId: undefined, again }
}

const isOwnChange = (purpose: Purpose): boolean => purpose === 'changeMobile' || purpose === 'changeEmail'

/** The account that a code for this purpose speaks of: of who registers there is none yet. */
const accountFor = (purpose: Purpose, ownId: string | undefined, found: { user_id: string } | undefined): string | undefined =>
  purpose === 'register' ? undefined : (ownId ?? found?.user_id)

/** Milliseconds that a sending takes at least: nobody shall tell by the clock whether a message was made. */
const EVEN_MS = 60

interface Sending {
  target: string
  /** The person whose session asks, for changes of their own data. */
  ownId: string | undefined
}

async function admitSending(visit: VisitorContext<SendCall>, target: string): Promise<Sending> {
  requireSending(visit.platform, target, 'code')
  const { ownId, again } = await admit(visit)
  // A retry was counted when it came first, and sends nothing that the first has sent.
  if (!again) await checkQuota(visit.platform.db, target, visit.request.ip)
  return { target, ownId }
}

/**
 * Sends a code, when somebody is there to use it. The answer is the same either way, so it tells
 * nothing of who has an account.
 */
export async function sendCode(context: Context<SendCall, null>, { target, ownId }: Sending) {
  const challenge = newToken()
  await Promise.all([makeCode(context, { purpose: context.input.purpose as Purpose, target, challenge }, ownId), pause(EVEN_MS)])
  return { resendAfterSeconds: RESEND_SECONDS, challenge }
}

async function makeCode({ platform, db, audit }: Context<SendCall, null>, { purpose, target, challenge }: Omit<CodeUse, 'userId'>, ownId: string | undefined): Promise<void> {
  const account = await findByTarget(db, target)
  const known = account !== undefined && letsIn(account)
  const wanted = purpose === 'login' || purpose === 'reset' ? known : account === undefined
  const code = newCode()
  const use = { purpose, target, challenge, userId: accountFor(purpose, ownId, account) }
  await insertCode(db, target, purpose, hashToken(challenge), hashOf(platform, use, wanted ? code : newCode() + code))
  audit({ recordType: 'verificationCode', recordId: null, verb: 'send', reason: PURPOSE_TEXT[purpose] })
  if (!wanted && (purpose === 'login' || purpose === 'reset')) return
  const text = wanted
    ? `您正在${PURPOSE_TEXT[purpose]}，验证码 ${code}，5 分钟内有效，请勿告知他人。`
    : `您正在${PURPOSE_TEXT[purpose]}，但此号码或邮箱已被账号使用。如非本人操作，请忽略。`
  await queueSecret(db, platform.encryption, { to: target, subject: `${PURPOSE_TEXT[purpose]}验证码`, text, code, minutes: CODE_MINUTES, use: wanted ? 'code' : 'used' })
}

export const admitSms = (visit: VisitorContext<typeof sendVerificationCode>) => admitSending(visit, visit.input.mobile)
export const admitMail = (visit: VisitorContext<typeof emailSendVerificationCode>) => admitSending(visit, visit.input.email)

/** Wrong codes of one account from one place, whether they went to the mobile or the mail, are one count. */
const triesKey = (platform: Platform, { userId, target }: CodeUse, ip: string): string => `code:tries:${pairOf(subjectOf(platform, userId, target), { ip })}`

async function validate(platform: Platform, ip: string, use: CodeUse, code: string, useUp: { use: boolean; intent: Buffer | null }): Promise<boolean> {
  const { policy } = await platform.settings.security()
  const key = triesKey(platform, use, ip)
  await countTry(platform.db, key, { max: policy.lockTries * 2, windowSeconds: 900, lockSeconds: policy.lockMinutes * 60 }, (s) => `验证码尝试次数过多，请在 ${s} 秒后重试`)
  const fits = await validateCode(platform.db, use.target, use.purpose, hashToken(use.challenge), hashOf(platform, use, code), useUp)
  if (fits) await clearTries(platform.db, key)
  return fits
}

export async function checkCode({ platform, input, request, credentials }: VisitorContext<typeof checkVerificationCode>) {
  const target = normalTarget(input.target)
  const purpose = input.purpose as Purpose
  const ownId = isOwnChange(purpose) ? (await platform.sessions.identify(credentials.token, credentials.cookie)).userId : undefined
  const userId = accountFor(purpose, ownId, await findByTarget(platform.db, target))
  return { valid: await validate(platform, request.ip, { purpose, target, userId, challenge: input.challenge }, input.code, { use: false, intent: null }) }
}

const wrongCode = (field: string) => new Refusal(CODE.badVerificationCode, '验证码不正确或已失效', { fields: [{ path: field, message: '验证码不正确或已失效' }] })

/**
 * Uses a code up or refuses. Runs outside the caller's transaction: a wrong try must count even
 * though the call it belongs to is refused. A visitor's request with a key finds the code good again when it is retried.
 */
export async function useCode(platform: Platform, ip: string, use: CodeUse, code: string, { field = 'code', intent = null }: { field?: string; intent?: Buffer | null } = {}): Promise<void> {
  if (!(await validate(platform, ip, use, code, { use: true, intent }))) throw wrongCode(field)
}

/** Refuses unless the code is right, without using it up: what depends on the person may be told from then on. */
export async function requireRightCode(platform: Platform, ip: string, use: CodeUse, code: string, { field = 'code', intent = null }: { field?: string; intent?: Buffer | null } = {}): Promise<void> {
  if (!(await validate(platform, ip, use, code, { use: false, intent }))) throw wrongCode(field)
}
