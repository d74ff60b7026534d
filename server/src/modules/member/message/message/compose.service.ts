import type * as calls from '@assoc/contract/member/message'
import { email, mobile } from '@assoc/contract/rules/identifiers'
import { masked } from '@assoc/contract'
import { countTry } from '../../../../platform/auth/throttle'
import type { Db } from '../../../../platform/database/database'
import { refuse } from '../../../../platform/errors'
import type { Context } from '../../../../platform/http/context'
import { queueMail, queueSms } from '../../../../platform/mail/outbox'
import { nextNumber, todayDigits } from '../../../../platform/numbers/numbers'
import { followingStep } from '../../../../platform/resource/deeds'
import type { Deed } from '../../../../platform/resource/definition'
import { monthOf, quotaOf, usedParts } from '../quota/repository'
import type { Channel } from '../tables'
import type { Audience } from './audience.repository'
import { findRecipients } from './find'
import { needsApproval, type Planned } from './plan'
import * as repository from './repository'
import * as rules from './rules'
import { mountedOf } from './submit'

/** Skipped ones that a preview lists. */
const LISTED = 500
const SAMPLES = 3
const PREFIX = { sms: 'DX', mail: 'YJ' }

interface Given {
  msgKind: 'notice' | 'promotion'
  subject?: string
  content: string
  templateId?: string | null | undefined
  audience: Audience
  scheduleTime?: string | null | undefined
}

export const wishOf = (given: Given): rules.Wish => ({
  msgKind: given.msgKind,
  subject: given.subject ?? '',
  content: given.content,
  scheduleTime: given.scheduleTime ? new Date(given.scheduleTime) : null,
})

async function judgeTemplate(db: Db, channel: Channel, templateId: string | null | undefined): Promise<void> {
  const template = templateId ? await repository.findTemplate(db, templateId) : undefined
  if (!template) return
  if (template.channel !== channel) throw refuse.field('templateId', '该模板不是此渠道的模板')
  if (template.template_status !== 'enabled') throw refuse.field('templateId', '该模板已停用')
}

const shown = (channel: Channel, p: Planned): string => (p.typed ? p.target : (masked(channel === 'sms' ? 'mobile' : 'email', p.target) ?? ''))

/** What a sending would be; writes nothing. */
export const preview =
  (channel: Channel) =>
  async ({ db, who, input }: Context<typeof calls.previewSms>) => {
    const given = input as unknown as Given
    const quota = channel === 'sms' ? await quotaOf(db, who.deptId) : undefined
    const sign = quota?.sign_name ?? null
    const wish = wishOf(given)
    const planned = await findRecipients(db, who, channel, wish, given.audience, sign)
    const going = planned.filter((p) => p.reason === null)
    const month = monthOf(wish.scheduleTime ?? new Date())
    const message = { channel, promotion: wish.msgKind === 'promotion', subject: wish.subject, content: wish.content, sign }
    return {
      total: planned.length,
      willSend: going.length,
      skipped: planned.length - going.length,
      parts: going.reduce((sum, p) => sum + p.parts, 0),
      quotaLeft: quota ? quota.monthly_parts - (await usedParts(db, who.deptId ?? '0', month)) : null,
      needsApproval: needsApproval(message.promotion, going.length),
      skippedList: planned.flatMap((p) => (p.reason === null ? [] : [{ target: shown(channel, p), name: p.name, reason: p.reason }])).slice(0, LISTED),
      samples: going.slice(0, SAMPLES).map((p) => ({ target: shown(channel, p), name: p.name, ...rules.worded(message, p.facts) })),
    }
  }

/** Keeps a message as a draft, and hands it in where that is wished. */
export const create =
  (channel: Channel) =>
  async (context: Context<typeof calls.createSms>) => {
    const { db, who, input, audit } = context
    const given = input as unknown as Given & { send: boolean }
    await judgeTemplate(db, channel, given.templateId)
    const sign = channel === 'sms' ? ((await quotaOf(db, who.deptId))?.sign_name ?? null) : null
    const wrong = rules.judge(channel, wishOf(given), sign, new Date())
    if (wrong.length > 0) throw refuse.input(wrong)
    const msgNo = await nextNumber(db, PREFIX[channel], todayDigits())
    const messageId = await repository.insertMessage(db, {
      channel,
      msgNo,
      msgKind: given.msgKind,
      subject: given.subject ?? '',
      content: given.content,
      templateId: given.templateId ?? null,
      audience: given.audience,
      scheduleTime: given.scheduleTime ?? null,
      deptId: who.deptId,
      userId: who.userId,
    })
    // What was typed are numbers of people: the log tells how many there were.
    audit({ recordType: `${channel}Message`, recordId: messageId, verb: 'insert', after: { msgNo, msgKind: given.msgKind, content: given.content.slice(0, 500), typed: given.audience.extra.length } })
    if (given.send) await followingStep(mountedOf(channel), context as unknown as Deed, messageId, 'submit')
    return { messageId, msgStatus: (await repository.findMessage(db, messageId))?.msg_status ?? 'draft' }
  }

const EXAMPLE = { 公司简称: '示例公司', 姓名: '示例', 会员编号: '0000', 欠费金额: '0.00' }

/** Trials of a person within an hour: they take no quota and nobody agrees to them. */
const TRIALS = { max: 20, windowSeconds: 3600 }

/** Sends one message to one address with invented facts; it goes through the outbox and counts for nothing. */
export const test =
  (channel: Channel) =>
  async ({ db, who, input, audit }: Context<typeof calls.testSms>) => {
    const given = input as unknown as Given & { target: string }
    const target = (channel === 'sms' ? mobile() : email()).safeParse(given.target)
    if (!target.success) throw refuse.field('target', channel === 'sms' ? '手机号码格式不正确' : '邮箱格式不正确')
    const sign = channel === 'sms' ? ((await quotaOf(db, who.deptId))?.sign_name ?? null) : null
    // A trial is no promotion yet: it goes to a colleague at any hour.
    const wrong = rules.judge(channel, { ...wishOf(given), msgKind: 'notice', scheduleTime: null }, sign, new Date())
    if (wrong.length > 0) throw refuse.input(wrong)
    await countTry(db, `message:test:${who.userId}`, TRIALS)
    const { subject, content } = rules.worded({ channel, promotion: given.msgKind === 'promotion', subject: given.subject ?? '', content: given.content, sign }, EXAMPLE)
    if (channel === 'sms') await queueSms(db, target.data, content)
    else await queueMail(db, target.data, `[试发] ${subject}`, content)
    const told = masked(channel === 'sms' ? 'mobile' : 'email', target.data) ?? ''
    audit({ recordType: `${channel}Message`, recordId: null, verb: 'test', after: { target: told } })
    return { target: told }
  }
