import { createHmac } from 'node:crypto'
import { CODE } from '@assoc/contract'
import type { checkVerificationCode, emailSendVerificationCode, sendVerificationCode } from '@assoc/contract/rbac/sign-in'
import { countTry } from '../../../platform/auth/throttle'
import { newCode } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { queueMail, queueSms } from '../../../platform/mail/outbox'
import type { Platform } from '../../../platform/platform'
import * as repository from './codes.repository'
import { findByTarget } from './account.repository'

type Purpose = 'login' | 'register' | 'reset' | 'changeMobile' | 'changeEmail'
const RESEND_SECONDS = 60
const PURPOSE_TEXT: Record<Purpose, string> = { login: '登录', register: '注册', reset: '找回密码', changeMobile: '更换手机', changeEmail: '更换邮箱' }

/** Mobile numbers and addresses as they are stored and compared. */
export const normalTarget = (target: string): string => {
  const text = target.trim().toLowerCase()
  return text.includes('@') ? text : text.replace(/[\s-]/g, '').replace(/^\+?86(?=1\d{10}$)/, '')
}

const hashOf = (platform: Platform, target: string, purpose: string, code: string): Buffer =>
  createHmac('sha256', platform.secret).update(`${purpose}\n${target}\n${code}`).digest()

async function checkQuota(db: Db, target: string, ip: string): Promise<void> {
  const wait = (s: number) => `发送过于频繁，请在 ${s} 秒后重试`
  await countTry(db, `code:all`, { max: 3000, windowSeconds: 3600 }, wait)
  await countTry(db, `code:ip:${ip}`, { max: 60, windowSeconds: 3600 }, wait)
  await countTry(db, `code:minute:${target}`, { max: 1, windowSeconds: RESEND_SECONDS }, wait)
  await countTry(db, `code:hour:${target}`, { max: 5, windowSeconds: 3600 }, wait)
  await countTry(db, `code:day:${target}`, { max: 10, windowSeconds: 86_400 }, wait)
}

/**
 * Sends a code, when somebody is there to use it. The answer is the same either way, so it tells
 * nothing of who has an account.
 */
async function sendCode(context: Context<typeof sendVerificationCode | typeof emailSendVerificationCode, null>, target: string, purpose: Purpose) {
  const { platform, request } = context
  await checkQuota(platform.db, target, request.ip)
  const account = await findByTarget(platform.db, target)
  const known = account?.account_status === 'normal'
  const wanted = purpose === 'login' || purpose === 'reset' ? known : account === undefined
  const code = newCode()
  await platform.db.transaction().execute(async (tx) => {
    await repository.insertCode(tx, target, purpose, hashOf(platform, target, purpose, wanted ? code : newCode() + code))
    if (!wanted && (purpose === 'login' || purpose === 'reset')) return
    const text = wanted
      ? `您正在${PURPOSE_TEXT[purpose]}，验证码 ${code}，5 分钟内有效，请勿告知他人。`
      : `您正在${PURPOSE_TEXT[purpose]}，但此号码或邮箱已被账号使用。如非本人操作，请忽略。`
    if (target.includes('@')) await queueMail(tx, target, `${PURPOSE_TEXT[purpose]}验证码`, text)
    else await queueSms(tx, target, text)
  })
  return { resendAfterSeconds: RESEND_SECONDS }
}

export const sendSmsCode = (context: Context<typeof sendVerificationCode, null>) => sendCode(context, context.input.mobile, context.input.purpose as Purpose)
export const sendMailCode = (context: Context<typeof emailSendVerificationCode, null>) => sendCode(context, context.input.email, context.input.purpose as Purpose)

export async function checkCode({ platform, input, request }: Context<typeof checkVerificationCode, null>) {
  await countTry(platform.db, `code:check:${request.ip}`, { max: 120, windowSeconds: 600 })
  const target = normalTarget(input.target)
  return { valid: await repository.judgeCode(platform.db, target, input.purpose, hashOf(platform, target, input.purpose, input.code), false) }
}

/**
 * Uses a code up or refuses. Runs outside the caller's transaction: a wrong try must count even
 * though the call it belongs to is refused.
 */
export async function useCode(platform: Platform, target: string, purpose: Purpose, code: string, field = 'code'): Promise<void> {
  const fits = await repository.judgeCode(platform.db, target, purpose, hashOf(platform, target, purpose, code), true)
  if (!fits) throw new Refusal(CODE.badVerificationCode, '验证码不正确或已失效', { fields: [{ path: field, message: '验证码不正确或已失效' }] })
}
