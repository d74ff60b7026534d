import type { InputOf, ResponseOf } from '@assoc/contract'
import { localTime, today } from '@assoc/contract/core/day'
import { richOf } from '@assoc/contract/core/rich-text'
import type * as calls from '@assoc/contract/form/progress'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { addJob } from '../../../platform/jobs/queue'
import type { Action } from '../../../platform/resource/definition'
import { noticeOf, previewOf, smsFault, writeMessage } from '../../message/api'
import { markReminders } from '../round/notices.repository'
import * as repository from './reminders.repository'

// Those of a round who are missing are written to by messages like any other: quota, second person, skipped recipients and results hold
// without a second way of sending.

type Channel = 'sms' | 'mail'
type Writer = Parameters<typeof has>[0]
type Given = Parameters<typeof previewOf>[2]

/** What a message can bear: contacts and typed addresses of its audience. */
const CONTACTS_A_MESSAGE = 2000
const ADDRESSES_A_MESSAGE = 5000

export const byHand = (day: string): string => `hand ${day}`
export const before = (days: number, endDay: string): string => `before ${days} ${endDay}`
/** What a moment is called. */
export function occasionOf(moment: string): string {
  const [kind, days] = moment.split(' ')
  return kind === 'before' ? `截止前 ${days} 天` : '手动催报'
}

/** What somebody lacks to have messages of a channel go out in their name; null when nothing. */
export function lacking(principal: Writer, channel: Channel): string | null {
  const names = { sms: '写短信', mail: '写邮件' }
  const missing = [has(principal, `message:${channel}:write`) ? null : `“${names[channel]}”`, has(principal, 'message:send:submit') ? null : '“提交群发”'].filter((name) => name !== null)
  return missing.length > 0 ? missing.join('和') : null
}
export function requireWriter(principal: Writer, channel: Channel): void {
  const missing = lacking(principal, channel)
  if (missing) throw refuse.forbidden(`催报消息以您的名义发出，您没有${missing}的权限`)
}

/** Refuses words by which nothing could be sent, before anybody is looked for. */
export async function requireWords(db: Db, principal: Pick<Principal, 'deptId'>, channel: Channel, templateId: string | null | undefined): Promise<void> {
  if (!templateId) {
    if (channel === 'sms') throw refuse.field('templateId', '短信按已备案的模板发送，请选择模板')
    return
  }
  await noticeOf(db, channel, templateId, NOBODY)
  const wrong = channel === 'sms' ? await smsFault(db, principal.deptId, templateId) : null
  if (wrong) throw refuse.field('templateId', wrong)
}

const audienceOf = (contactIds: readonly string[], extra: readonly string[]) => ({ contacts: null, chosen: { contactIds: [...contactIds], memberIds: [], filter: null, total: contactIds.length, postTypes: [] }, extra: [...extra] }) as unknown as Given['audience']
const NOBODY = audienceOf([], [])

/** 2026年12月1日 18:00 */
const ending = (at: Date): string => localTime(at.toISOString()).slice(0, 16).replace(/^(\d+)-0?(\d+)-0?(\d+)/, '$1年$2月$3日')
/** A name that somebody typed holds no variable of a message. */
const plain = (text: string): string => text.replaceAll('${', '＄{')

async function noticeTo(db: Db, { channel, templateId, roundName, endTime }: Wish, audience: Given['audience']): Promise<Given> {
  if (templateId) return noticeOf(db, channel, templateId, audience)
  const name = plain(roundName)
  return { msgKind: 'notice', subject: `请填报：${name}`.slice(0, 100), content: richOf(`您好：\n\n“${name}”尚未提交，请在${ending(endTime)}前登录系统，在“待填问卷”中填报并提交。如已提交请忽略。`), audience }
}

export interface Wish {
  roundId: string
  roundName: string
  endTime: Date
  channel: Channel
  templateId: string | null | undefined
  postTypes: readonly string[]
}

/** Respondents as many messages as they need. */
function parts(reached: readonly repository.Reached[]): repository.Reached[][] {
  const all: repository.Reached[][] = []
  let [contacts, addresses] = [0, 0]
  for (const one of reached) {
    contacts += one.contactIds.length
    addresses += one.addresses.length
    const last = all.at(-1)
    if (last && contacts <= CONTACTS_A_MESSAGE && addresses <= ADDRESSES_A_MESSAGE) last.push(one)
    else {
      all.push([one])
      ;[contacts, addresses] = [one.contactIds.length, one.addresses.length]
    }
  }
  return all
}
const audienceOfPart = (part: readonly repository.Reached[]) => audienceOf(part.flatMap(({ contactIds }) => contactIds), [...new Set(part.flatMap(({ addresses }) => addresses))])
const isReached = ({ contactIds, addresses }: repository.Reached): boolean => contactIds.length + addresses.length > 0

export interface Reminded {
  respondents: number
  messageIds: string[]
}

/**
 * Writes to those who are missing and were not reminded of the moment, and notes them, in the action's transaction. Somebody who does the
 * same at once waits for the note and finds nobody left.
 */
export async function remind(action: Action, wish: Wish, among: repository.Among, moment: string, day: string, automatic: boolean): Promise<Reminded> {
  const { db, principal, audit } = action
  const { roundId, channel, postTypes } = wish
  const due = (await repository.missingOf(db, roundId, among, moment)).filter(({ reminded }) => !reminded)
  const noted = await repository.noteReminded(db, roundId, moment, due)
  if (noted.length === 0) return { respondents: 0, messageIds: [] }
  const reached = await repository.reachOf(db, channel, postTypes, noted)
  const messageIds: string[] = []
  const run = (respondents: number, messageId: string | null, problem: string | null) => repository.addRun(db, { roundId, moment, channel, respondents, messageId, problem, senderId: principal.userId, day })
  for (const part of parts(reached.filter(isReached))) {
    const given = await noticeTo(db, wish, audienceOfPart(part))
    const reaches = (await previewOf(action, channel, given, automatic)).willSend > 0
    const messageId = reaches ? await writeMessage(channel, action, { ...given, send: true }, automatic) : null
    if (messageId) messageIds.push(messageId)
    await run(part.length, messageId, messageId ? null : `${part.length} 个填报对象没有可以发送的收件人`)
  }
  const nobody = reached.filter((one) => !isReached(one)).length
  if (nobody === reached.length) await run(nobody, null, `${nobody} 个填报对象没有联系人，也没有账号`)
  // Beside the message, as they are used to: a notice within the console.
  await markReminders(db, { answerIds: await repository.answersOf(db, roundId, noted) })
  await addJob(db, 'form:clock', {}, { key: 'form:clock:now' })
  audit({ recordType: 'formRound', recordId: roundId, verb: 'remind', after: { reminded: noted.length, occasion: occasionOf(moment) } })
  return { respondents: noted.length, messageIds }
}

type Asked = InputOf<typeof calls.remindMissing>

async function wishOf(db: Db, { roundId, channel, templateId, postTypes }: Asked): Promise<Wish> {
  const round = await repository.roundTold(db, roundId)
  if (!round) throw refuse.notFound()
  return { roundId, ...round, channel, templateId, postTypes }
}

export async function remindMissing(context: Context<typeof calls.remindMissing>): Promise<ResponseOf<typeof calls.remindMissing>> {
  const { db, principal, input } = context
  requireWriter(principal, input.channel)
  await requireWords(db, principal, input.channel, input.templateId)
  const day = today()
  const done = await remind(context as unknown as Action, await wishOf(db, input), input, byHand(day), day, false)
  if (done.respondents === 0) throw refuse.inUse('没有需要催报的填报对象：都已提交、今天已催报过，或发放不在填报中')
  if (done.messageIds.length === 0) throw refuse.inUse('没有可以发送的收件人，请查看预览中的跳过原因')
  return { respondents: done.respondents, messages: await Promise.all(done.messageIds.map(async (messageId) => ({ messageId, msgNo: await repository.messageNo(db, messageId) }))) }
}

type Preview = ResponseOf<typeof calls.previewMissingReminder>

/** What a reminder would be, and why it would not be taken. */
export async function previewMissing(context: Context<typeof calls.previewMissingReminder>): Promise<Preview> {
  const { db, principal, input } = context
  requireWriter(principal, input.channel)
  const wish = await wishOf(db, input)
  const found = await repository.missingOf(db, input.roundId, input, byHand(today()))
  const due = found.filter(({ reminded }) => !reminded)
  const reached = await repository.reachOf(db, input.channel, input.postTypes, due)
  const unreached = reached.filter((one) => !isReached(one)).length
  const seen: Preview = {
    respondents: due.length, reminded: found.length - due.length, willSend: 0, skipped: unreached > 0 ? [{ reason: '没有联系人，也没有账号', count: unreached }] : [], needsApproval: false, quotaLeft: null, problem: null, sample: null,
  }
  try {
    await requireWords(db, principal, input.channel, input.templateId)
    for (const part of parts(reached.filter(isReached))) {
      const preview = await previewOf(context as unknown as Action, input.channel, await noticeTo(db, wish, audienceOfPart(part)))
      seen.willSend += preview.willSend
      seen.skipped.push(...preview.skippedReasons)
      seen.needsApproval ||= preview.needsApproval
      seen.quotaLeft = preview.quotaLeft
      const [sample] = preview.samples
      if (sample) seen.sample ??= { subject: sample.subject, content: sample.content }
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    seen.problem = error.message
  }
  return seen
}
