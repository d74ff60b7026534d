import { type RowOf, viewLink } from '@assoc/contract'
import type { reminderRule } from '@assoc/contract/fee/reminder'
import { dayAfter, today } from '@assoc/contract/core/day'
import type * as calls from '@assoc/contract/fee/reminder'
import { REMINDERS_AHEAD } from '@assoc/contract/fee/reminder'
import { AMOUNTS, asVariable, type MessageVariable } from '@assoc/contract/message/kinds'
import { holdersOf, loadUserFacts } from '../../../platform/access/load-principal'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { inJob } from '../../../platform/resource/in-job'
import { notifyOnce } from '../../../platform/notifications/notify'
import { noticeOf, previewOf, smsFault, writeMessage } from '../../message/api'
import * as repository from './repository'

type Row = RowOf<typeof reminderRule>
type Fields = Inserted<typeof reminderRule>

/** Members that one message is written to; a rule that has more makes several. */
const MEMBERS_A_MESSAGE = 2000

const audienceOf = (memberIds: readonly string[], postTypes: readonly string[]) => ({
  contacts: null,
  chosen: { contactIds: [], memberIds: [...memberIds], filter: null, total: memberIds.length, postTypes: [...postTypes] },
  extra: [],
}) as never

const membersOf = (bills: readonly repository.DueBill[]): string[] => [...new Set(bills.map(({ memberId }) => memberId))]
const sumOf = (bills: readonly repository.DueBill[]): number => bills.reduce((sum, { unpaid }) => sum + unpaid, 0)

/** Checks the words of a rule: they must be of its channel and tell what is owed, by which the log of reminders knows them; before the last day nothing is in arrears, so 待缴 is told. */
export async function validate(db: Db, fields: Fields): Promise<void> {
  const { content } = await noticeOf(db, fields.channel, fields.templateId, audienceOf([], []))
  const says = (amounts: readonly MessageVariable[]) => amounts.some((name) => JSON.stringify(content).includes(asVariable(name)))
  if (fields.timing === 'before' && !says(['待缴金额'])) throw refuse.field('templateId', `模板中没有变量 ${asVariable('待缴金额')}，不能用于到期前的提醒`)
  if (!says(AMOUNTS)) throw refuse.field('templateId', `模板中没有变量 ${asVariable('欠费金额')}，不能用于催缴`)
  if (fields.timing === 'after' && fields.days === 0) throw refuse.field('days', '到期后的天数须大于 0')
}

/** What somebody lacks to have messages of a channel go out in their name; null when nothing. */
function lacking(principal: Principal, channel: 'sms' | 'mail'): string | null {
  const names = { sms: '写短信', mail: '写邮件' }
  const missing = [has(principal, `message:${channel}:write`) ? null : `“${names[channel]}”`, has(principal, 'message:send:submit') ? null : '“提交群发”'].filter((name) => name !== null)
  return missing.length > 0 ? missing.join('和') : null
}

/** Puts a rule to use in the name of who does it: from today on, or with what its last sender could not send. */
export async function enable({ db, principal }: Action, row: Row): Promise<void> {
  await validate(db, row)
  const channel = row.channel
  const missing = lacking(principal, channel)
  if (missing) throw refuse.forbidden(`启用后消息以您的名义发出，您没有${missing}的权限`)
  if (channel === 'sms') {
    const wrong = await smsFault(db, principal.deptId, row.templateId)
    if (wrong) throw refuse.inUse(wrong)
  }
  await repository.setSender(db, row.ruleId, principal.userId, today())
}

/** In whose name a rule writes, with their rights as they are now; a sentence when they no longer can. */
async function senderOf(db: Db, { senderId, channel }: repository.Rule): Promise<Principal | string> {
  const facts = senderId ? await loadUserFacts(db, senderId) : undefined
  if (!facts || facts.accountStatus !== 'normal') return '发送人的账号已停用，请停用此规则后由他人重新启用'
  const principal: Principal = { ...facts.principal, sessionId: '' }
  const missing = lacking(principal, channel)
  return missing ? `发送人${principal.realName}已没有${missing}的权限，请停用此规则后由他人重新启用` : principal
}

/** Writes to the members of a rule's bills and notes the bills, in one transaction; nothing is left when any of it is refused. */
async function remind(action: Action, rule: repository.Rule, day: string): Promise<void> {
  const { db, principal } = action
  const found = await repository.billsDue(db, principal, rule, { from: rule.goneTo ?? day, to: day, today: day })
  const noted = await repository.noteBills(db, rule.ruleId, found)
  const bills = found.filter(({ billId }) => noted.has(billId))
  const memberIds = membersOf(bills)
  for (let at = 0; at < memberIds.length; at += MEMBERS_A_MESSAGE) {
    const part = memberIds.slice(at, at + MEMBERS_A_MESSAGE)
    const given = await noticeOf(db, rule.channel, rule.templateId, audienceOf(part, rule.postTypes))
    const reached = (await previewOf(action, rule.channel, given, true)).willSend > 0
    const messageId = reached ? await writeMessage(rule.channel, action, { ...given, send: true }, true) : null
    // What the rule says was written by others: above the limit they do not approve the message either.
    if (messageId) await repository.carryWriters(db, rule.ruleId, messageId)
    const inPart = new Set(part)
    const unpaid = sumOf(bills.filter(({ memberId }) => inPart.has(memberId)))
    await repository.addRun(db, { ruleId: rule.ruleId, runDay: day, members: part.length, unpaid, messageId, problem: reached ? null : `${part.length} 个会员都没有可以发送的收件人` })
    action.audit({ recordType: 'reminderRule', recordId: rule.ruleId, verb: 'remind', after: { lastRunDay: day, lastResult: reached ? `提醒 ${part.length} 个会员` : `${part.length} 个会员没有可以发送的收件人` } })
  }
  await repository.goTo(db, rule.ruleId, day)
}

/**
 * Goes through the rules in use. A rule that cannot write today is told to its sender, holds up no other, and makes up for the day
 * as soon as it can. Answers how many rules were gone through.
 */
export async function runReminders(platform: Platform, day = today()): Promise<number> {
  const { db, log } = platform
  let done = 0
  for (const rule of await repository.rulesInUse(db)) {
    const sender = await senderOf(db, rule)
    try {
      if (typeof sender === 'string') throw refuse.inUse(sender)
      await inJob(platform, '自动提醒', (action) => remind(action, rule, day), sender)
      done += 1
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ ruleId: rule.ruleId, error }, 'a rule could not remind')
      const problem = error instanceof Refusal ? error.message.slice(0, 300) : '系统出错，将自动重试'
      await repository.addRun(db, { ruleId: rule.ruleId, runDay: day, members: 0, unpaid: 0, messageId: null, problem })
      // Whoever has left reads no notices: then those hear of it who can put somebody else in their place.
      const told = typeof sender === 'string' ? await holdersOf(db, 'fee:reminder:update') : [sender.userId]
      await notifyOnce(db, told, { title: `自动提醒“${rule.ruleName}”未能发出`, content: `${problem}。问题解决后系统会补发。`, link: viewLink('member/DunningList', { part: 'rules', record: rule.ruleId }) })
    }
  }
  return done
}

/** What a rule would do on the next days, with the data scope of who asks; writes nothing. */
export async function previewReminders(context: Context<typeof calls.previewReminders>) {
  const { db, principal, input } = context
  const rule = await repository.findRule(db, input.ruleId)
  if (!rule) throw refuse.notFound()
  const missing = lacking(principal, rule.channel)
  if (missing) throw refuse.forbidden(`预览会显示收件人，您没有${missing}的权限`)
  const now = today()
  const since = rule.goneTo && rule.goneTo < now ? rule.goneTo : dayAfter(now, -1)
  const bills = await repository.billsDue(db, principal, rule, { from: since, to: dayAfter(now, REMINDERS_AHEAD), today: now })
  const byDay = new Map<string, repository.DueBill[]>()
  for (const bill of bills) {
    // What was held up is made up for today.
    const day = bill.day < now ? now : bill.day
    const of = byDay.get(day)
    if (of) of.push(bill)
    else byDay.set(day, [bill])
  }
  const days = [...byDay.keys()].sort()
  const memberIds = membersOf(byDay.get(days[0] ?? '') ?? []).slice(0, MEMBERS_A_MESSAGE)
  const action = context as unknown as Action
  return {
    days: days.map((day) => {
      const of = byDay.get(day) ?? []
      return { day, members: membersOf(of).length, bills: of.length, unpaidTotal: sumOf(of) }
    }),
    message: memberIds.length > 0 ? await previewOf(action, rule.channel, await noticeOf(db, rule.channel, rule.templateId, audienceOf(memberIds, rule.postTypes)), true) : null,
  }
}

/** What a rule has done, newest first. */
export const selectReminderRuns = ({ db, input }: Context<typeof calls.selectReminderRuns>) =>
  repository.runsOf(db, input.ruleId, { limit: input.pageSize, offset: (input.page - 1) * input.pageSize, order: input.sort?.order ?? 'desc' })
