import type * as audiences from '@assoc/contract/message/audience'
import type * as calls from '@assoc/contract/message/message'
import type { MessageVariable } from '@assoc/contract/message/kinds'
import { richOf, type RichDoc } from '@assoc/contract/core/rich-text'
import { email, mobile } from '@assoc/contract/rules/identifiers'
import { masked } from '@assoc/contract'
import { has } from '../../../platform/access/principal'
import { countTry } from '../../../platform/auth/throttle'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { queueMail, queueSms } from '../../../platform/mail/outbox'
import { groupChoices } from '../../rbac/api'
import { monthOf, quotaOf, usedParts } from '../quota/repository'
import type { Channel } from '../tables'
import { sentAlone } from './alone.repository'
import { findRecipients, isNobody, planOf } from './find'
import { needsApproval, type Planned } from './plan'
import * as repository from './repository'
import * as rules from './rules'
import type { Action } from '../../../platform/resource/definition'
import { filesOf } from './files'
import { TRIAL_ID, unsubscribeBase, unsubscribeLink } from '../unsubscribe/token'
import { wishOf, type Given } from './wish'

/** Skipped ones that a preview lists. */
const LISTED = 500
const SAMPLES = 3

/** Refuses a template of the other channel, or one that is out of use; answers it, if one is named. */
export async function validateTemplate(db: Db, channel: Channel, templateId: string | null | undefined) {
  const template = templateId ? await repository.findTemplate(db, templateId) : undefined
  if (!template) return undefined
  if (template.channel !== channel) throw refuse.field('templateId', '该模板不是此渠道的模板')
  if (template.template_status !== 'enabled') throw refuse.field('templateId', '该模板已停用')
  return template
}

/** A notice in the words of a template; one that cannot be used is refused at `templateId`. */
export async function noticeOf(db: Db, channel: Channel, templateId: string, audience: Given['audience']): Promise<Given> {
  const template = await validateTemplate(db, channel, templateId)
  if (!template) throw refuse.field('templateId', '没有这个模板')
  const { template_content: words, rich_content: rich, subject } = template
  return { msgKind: 'notice', templateId, audience, ...(channel === 'sms' ? { content: words } : { subject: subject ?? '', content: (rich as RichDoc | null) ?? richOf(words) }) }
}

const shown = (channel: Channel, p: Planned): string => (p.typed ? p.target : (masked(channel === 'sms' ? 'mobile' : 'email', p.target) ?? ''))

/** Skipped ones by reason, the most frequent first. */
function byReason(planned: readonly Planned[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { reason } of planned) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}

/** What a sending would be, found with the person's data scope; writes nothing. `automatic` is said by a reminder rule. */
export async function previewOf({ db, principal, platform }: Pick<Action, 'db' | 'principal' | 'platform'>, channel: Channel, given: Given, automatic = false) {
  const quota = channel === 'sms' ? await quotaOf(db, principal.deptId) : undefined
  const sign = quota?.sign_name ?? null
  const wish = wishOf(given)
  const planned = await findRecipients({ db, principal, platform }, channel, wish, given.audience, sign)
  const going = planned.filter((p) => p.reason === null)
  const month = monthOf(wish.scheduleTime ?? new Date())
  const message = { channel, promotion: wish.msgKind === 'promotion', subject: wish.subject, content: wish.content, rich: wish.rich, sign }
  const base = message.promotion && channel === 'mail' ? unsubscribeBase(platform.config) : null
  const sentToday = automatic ? 0 : await sentAlone(db, channel, principal.userId)
  const parts = going.reduce((sum, p) => sum + p.parts, 0)
  const price = channel === 'sms' ? await platform.settings.parameter('message.smsPartPrice') : 0
  const template = channel === 'sms' && given.templateId ? await repository.findTemplate(db, given.templateId) : undefined
  return {
    total: planned.length,
    willSend: going.length,
    skipped: planned.length - going.length,
    parts,
    quotaLeft: quota ? quota.monthly_parts - (await usedParts(db, principal.deptId ?? '0', month)) : null,
    quotaTotal: quota?.monthly_parts ?? null,
    cost: price > 0 ? parts * price : null,
    wrongTemplate: channel === 'sms' ? rules.wrongTemplate(template, wish.content) : null,
    sentToday,
    needsApproval: needsApproval(message.promotion, going.length, sentToday),
    skippedReasons: byReason(planned),
    skippedList: planned.flatMap((p) => (p.reason === null ? [] : [{ target: shown(channel, p), name: p.name, reason: p.reason }])).slice(0, LISTED),
    samples: going.slice(0, SAMPLES).map((p) => ({ target: shown(channel, p), name: p.name, ...rules.formatValue(message, p.facts, base && `${base}…`) })),
    noWayOut: message.promotion && channel === 'mail' && !base ? rules.NO_WAY_OUT : null,
  }
}

/** How many a message would reach now; nobody at all where nobody is named yet. */
export const count =
  (channel: Channel) =>
  async (context: Context<typeof audiences.countSms>) => {
    const { msgKind, audience } = context.input
    const planned = isNobody(audience) ? [] : await planOf(context, channel, { msgKind, subject: '', content: '', scheduleTime: null }, audience, null)
    return { total: planned.length, willSend: planned.filter((p) => p.reason === null).length, skippedReasons: byReason(planned) }
  }

export const preview =
  (channel: Channel) =>
  (context: Context<typeof calls.previewSms>) =>
    previewOf(context as unknown as Action, channel, context.input)

/** Signature, templates in use and categories of members: each for who may read it where it is kept. Of user groups whoever writes knows the names. */
export const choices =
  (channel: Channel) =>
  async ({ db, principal }: Context<typeof calls.selectSmsChoices>) => ({
    signName: channel === 'sms' ? ((await quotaOf(db, principal.deptId))?.sign_name ?? null) : null,
    templates: has(principal, 'message:template:read') ? await repository.usableTemplates(db, channel) : [],
    categories: has(principal, 'member:category:read') ? await repository.categoryChoices(db) : [],
    userGroups: await groupChoices(db),
  })

const EXAMPLE: Record<MessageVariable, string> = { 公司简称: '示例公司', 姓名: '示例', 会员编号: '0000', 欠费金额: '0.00', 缴费截止日: '2026年12月31日', 待缴金额: '0.00', 待缴截止日: '2026年12月31日' }

/** Trials of a person within an hour: they take no quota and nobody agrees to them. */
const TRIALS = { max: 20, windowSeconds: 3600 }

/**
 * Sends one message to one address with invented facts, otherwise as it would go out: a mail with its structure, its files and the
 * link, which takes nobody off the list. It goes through the outbox and counts for nothing.
 */
export const test =
  (channel: Channel) =>
  async (context: Context<typeof calls.testSms>) => {
    const { db, principal, input, audit, platform } = context
    const given = input as unknown as Given & { target: string; messageId?: string | null }
    const target = (channel === 'sms' ? mobile() : email()).safeParse(given.target)
    if (!target.success) throw refuse.field('target', channel === 'sms' ? '手机号码格式不正确' : '邮箱格式不正确')
    const sign = channel === 'sms' ? ((await quotaOf(db, principal.deptId))?.sign_name ?? null) : null
    // A trial is no promotion yet: it goes to a colleague at any hour.
    const wish = wishOf(given)
    const wrong = rules.validate(channel, { ...wish, msgKind: 'notice', scheduleTime: null }, sign, new Date())
    if (wrong.length > 0) throw refuse.input(wrong)
    await countTry(db, `message:test:${principal.userId}`, TRIALS)
    const promotion = given.msgKind === 'promotion'
    const link = promotion && channel === 'mail' ? unsubscribeLink(platform, TRIAL_ID, TRIAL_ID) : null
    const { subject, content, html } = rules.formatValue({ channel, promotion, subject: wish.subject, content: wish.content, rich: wish.rich, sign }, EXAMPLE, link)
    if (channel === 'sms') {
      const template = given.templateId ? await repository.findTemplate(db, given.templateId) : undefined
      const number = template && rules.wrongTemplate(template, wish.content) === null ? template.provider_code : null
      await queueSms(db, target.data, content, { sign, template: number === null ? null : { code: number, params: rules.templateParams(wish.content, EXAMPLE) } })
    }
    else {
      const files = await filesOf(channel, context as unknown as Action, given, given.messageId ?? null)
      await queueMail(db, target.data, `[试发] ${subject}`, content, { html, fileIds: files.map((file) => file.fileId) })
    }
    const told = masked(channel === 'sms' ? 'mobile' : 'email', target.data) ?? ''
    audit({ recordType: `${channel}Message`, recordId: null, verb: 'test', after: { target: told } })
    return { target: told }
  }
