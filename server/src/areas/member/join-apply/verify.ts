import type { RowOf } from '@assoc/contract'
import type { z } from 'zod'
import { has } from '../../../platform/access/principal'
import type { Action, Inserted } from '../../../platform/resource/definition'
import type { joinApply } from '@assoc/contract/member/join-apply'
import { createHmac } from 'node:crypto'
import type { noteApplicantCalled, sendApplicantCode, verifyApplicant, verifyInput } from '@assoc/contract/member/join-apply'
import { CODE } from '@assoc/contract'
import { insertCode, useCode } from '../../../platform/auth/codes'
import { countTry } from '../../../platform/auth/throttle'
import { newCode } from '../../../platform/auth/tokens'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { queueSecret } from '../../../platform/mail/outbox'
import { requireSending } from '../../../platform/mail/sending'
import type { Platform } from '../../../platform/platform'
import * as repository from './verify.repository'

type Row = RowOf<typeof joinApply>
type Fields = Inserted<typeof joinApply>

const RESEND_SECONDS = 60
const HOUR = 3600
const wait = (seconds: number) => `发送过于频繁，请在 ${seconds} 秒后重试`

const purposeOf = (applyId: string) => `joinApply:${applyId}`
const hashOf = ({ secret }: Platform, target: string, purpose: string, code: string): Buffer => createHmac('sha256', secret).update(`${purpose}\n${target}\n${code}`).digest()

async function openMobile(db: Db, applyId: string): Promise<string> {
  const mobile = await repository.mobileOf(db, applyId)
  if (mobile === undefined) throw refuse.inUse('该申请已过初审，不能再核实手机')
  return mobile
}

/** Sends a code that is good for five minutes; once a minute and five times an hour to a number. */
export async function sendCode({ db, platform, principal, input, audit }: Context<typeof sendApplicantCode>) {
  if (!has(principal, 'member:apply:insert') && !has(principal, 'member:apply:first')) throw refuse.forbidden()
  const mobile = await openMobile(db, input.applyId)
  requireSending(platform, mobile, 'apply')
  // Counted apart from the action: what is refused counts as well.
  await countTry(platform.db, `code:minute:${mobile}`, { max: 1, windowSeconds: RESEND_SECONDS }, wait)
  await countTry(platform.db, `code:hour:${mobile}`, { max: 5, windowSeconds: HOUR }, wait)
  const purpose = purposeOf(input.applyId)
  const code = newCode()
  await insertCode(db, mobile, purpose, null, hashOf(platform, mobile, purpose, code))
  await queueSecret(db, platform.encryption, { to: mobile, subject: '', text: `您正在申请加入协会，验证码 ${code}，5 分钟内有效，请告知与您联系的协会工作人员。`, code, minutes: 5, use: 'apply' })
  audit({ recordType: 'joinApply', recordId: input.applyId, verb: 'sendCode' })
  return { resendAfterSeconds: RESEND_SECONDS }
}

/** Verifies the number by the code that was sent to it. */
export async function verify({ db, platform, principal, input, audit }: Context<typeof verifyApplicant>) {
  const mobile = await openMobile(db, input.applyId)
  const purpose = purposeOf(input.applyId)
  // Apart from the action: a wrong try counts although the action is refused.
  const fits = await useCode(platform.db, mobile, purpose, hashOf(platform, mobile, purpose, input.code))
  if (!fits) throw new Refusal(CODE.badVerificationCode, '验证码不正确或已失效', { fields: [{ path: 'code', message: '验证码不正确或已失效' }] })
  return settle(db, input.applyId, mobile, 'sms', principal.userId, audit)
}

/** Notes a call under the name of who made it. */
export async function noteCall({ db, principal, input, audit }: Context<typeof noteApplicantCalled>) {
  return settle(db, input.applyId, await openMobile(db, input.applyId), 'call', principal.userId, audit)
}

async function settle(db: Db, applyId: string, mobile: string, verifyWay: 'sms' | 'call', userId: string, audit: Context<typeof verifyApplicant>['audit']) {
  if (!(await repository.noteVerified(db, applyId, mobile, verifyWay, userId))) throw refuse.inUse('申请人手机刚被修改，请重新核实')
  audit({ recordType: 'joinApply', recordId: applyId, verb: 'verifyMobile', after: { verifyWay } })
  return { verifyWay }
}

type Given = { [P in keyof typeof verifyInput]: z.output<(typeof verifyInput)[P]> }

/** The first review passes only who was reached under the number that stands there: before, or with this step. */
export async function requireVerified({ platform }: Action, row: Row, { verifyBy, verifyCode }: Given): Promise<void> {
  if (row.verifyWay) return
  if (!verifyBy) throw refuse.field('input.verifyBy', '申请人手机尚未核实，请选择核实方式')
  if (verifyBy === 'call') return
  const purpose = purposeOf(row.applyId)
  // Apart from the action: a wrong try counts although the action is refused.
  const fits = await useCode(platform.db, row.applicantMobile ?? '', purpose, hashOf(platform, row.applicantMobile ?? '', purpose, verifyCode ?? ''))
  if (!fits) throw refuse.field('input.verifyCode', '验证码不正确或已失效')
}

/** Notes how the reviewer has verified the number in the step that passed. */
export async function noteVerifiedBy({ db, principal, audit }: Action, row: Row, { verifyBy }: Given): Promise<void> {
  if (row.verifyWay || !verifyBy) return
  await repository.noteVerifiedInReview(db, row.applyId, verifyBy, principal.userId)
  audit({ recordType: 'joinApply', recordId: row.applyId, verb: 'verifyMobile', after: { verifyWay: verifyBy } })
}

/** A changed number has to be verified anew. */
export async function settleMobile(db: Db, row: Row, fields: Partial<Fields>): Promise<void> {
  if (row.verifyWay && fields.applicantMobile !== undefined && fields.applicantMobile !== row.applicantMobile) await repository.forgetVerified(db, row.applyId)
}
