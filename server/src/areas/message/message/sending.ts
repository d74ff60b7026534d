import { type FileItem, viewLink } from '@assoc/contract'
import type { RichDoc } from '@assoc/contract/core/rich-text'
import { mailStatus, smsStatus } from '@assoc/contract/message/list'
import { writeAudit, type AuditFrame } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { addJob } from '../../../platform/jobs/queue'
import { defineJob } from '../../../platform/jobs/worker'
import { attachmentsOf } from '../../../platform/mail/attachments'
import { insist } from '../../../platform/database/insist'
import { DeliveryRefused, nextTry } from '../../../platform/mail/delivery'
import type { MailAttachment } from '../../../platform/mail/mail'
import type { Platform } from '../../../platform/platform'
import { notify } from '../../../platform/notifications/notify'
import { emitMessageSent } from '../hooks'
import { optOutBounced } from '../opt-out/repository'
import { unsubscribeLink } from '../unsubscribe/token'
import { consentRequired } from './find'
import { claimSms } from './daily.repository'
import { finishingVerb, validateError, notConnected, told, NAMES } from './outcome'
import * as repository from './sending.repository'
import { nextWithinHours, templateParams, withinHours, formatValue } from './rules'

const JOB = 'message:send'
/** Recipients a run goes through before others get their turn. */
const STEP = 200
/** Recipients at a time within a run. */
const LANES = 4
const MINUTE_MS = 60_000

/** Where the results of a channel are looked at. */
export const RESULT_VIEW = { sms: 'member/TextMessageList', mail: 'member/EmailList' } as const
export { NAMES }

/** A recipient that is taken; one whose number is full for today has been skipped instead. */
type Claimable = repository.Claimed & { full?: boolean }

/** What a test sets otherwise. */
export interface SendingOptions {
  now?: Date
  /** Mails a minute over all messages instead of the parameter; 0 is without limit. */
  mailsAMinute?: number
  claim?: (db: Db, messageId: string) => Promise<Claimable | undefined>
}

/** What a run has come to: whether anything went out, and what stopped it. */
interface Run {
  given: boolean
  stopped: { reason: string; code: string | null } | null
}

type Message = NonNullable<Awaited<ReturnType<typeof repository.lockMessage>>>

/** Queues the work on a message; one job a message waits at a time. */
export const queueSending = (db: Db, messageId: string, runAt?: Date): Promise<void> => addJob(db, JOB, { messageId }, { key: `${JOB}:${messageId}`, ...(runAt ? { runAt } : {}) })

const frameOf = (title: string): AuditFrame => ({ userId: null, userName: '系统', ip: '', requestId: '', path: '', title })

/** A step that the work itself takes: by the machine, in one transaction with its audit row. Answers whether it was taken. */
export async function step(db: Db, message: Message, verb: string): Promise<boolean> {
  const found = (message.channel === 'sms' ? smsStatus : mailStatus).find(verb, message.msg_status as never)
  if (!found || !(await repository.moveMessage(db, message.message_id, message.msg_status, found.to))) return false
  await writeAudit(db, frameOf(`${NAMES[message.channel]}${found.label}`), [{ recordType: `${message.channel}Message`, recordId: message.message_id, verb, before: { msgStatus: message.msg_status }, after: { msgStatus: found.to } }])
  return true
}

/** Begins a message that is due; answers it while it is being sent, undefined when it is not to be. */
async function begin(platform: Platform, messageId: string, now: Date): Promise<Message | undefined> {
  return platform.db.transaction().execute(async (tx) => {
    const message = await repository.lockMessage(tx, messageId)
    if (!message || (message.msg_status !== 'queued' && message.msg_status !== 'sending')) return undefined
    const due = message.schedule_time && message.schedule_time > now ? message.schedule_time : now
    const allowed = message.msg_kind === 'promotion' ? nextWithinHours(due) : due
    if (allowed > now || (message.msg_kind === 'promotion' && !withinHours(now))) {
      await queueSending(tx, messageId, allowed)
      return undefined
    }
    if (message.held_until && message.held_until > now) {
      await queueSending(tx, messageId, message.held_until)
      return undefined
    }
    if (message.msg_status === 'queued') await step(tx, message, 'begin')
    return { ...message, msg_status: 'sending' }
  })
}

/**
 * Goes through a message's recipients, a part of them a run. Each is marked before the provider hears of them, so that however
 * many runs there are at once, and whenever one of them dies, nobody gets a message twice.
 */
export async function runSending({ messageId }: { messageId: string }, platform: Platform, { now = new Date(), mailsAMinute, claim }: SendingOptions = {}): Promise<void> {
  const { db } = platform
  const message = await begin(platform, messageId, now)
  if (!message) return
  await repository.markLost(db, messageId)
  await repository.skipOptedOut(db, messageId, message.channel, message.msg_kind === 'promotion', await consentRequired(platform))
  // Once a run, not once a recipient.
  const attachments = await attachmentsOf(platform, (message.attachments as FileItem[]).map((file) => file.fileId)).catch(thatIsRefused)
  if (attachments instanceof DeliveryRefused) return goOn(platform, message, false, { given: false, stopped: { reason: attachments.message, code: null } })
  const rate = mailsAMinute ?? (await platform.settings.parameter('message.mailsPerMinute'))
  let room = await roomOf(db, message, rate)
  const take: NonNullable<SendingOptions['claim']> = claim ?? (message.channel === 'sms' ? claimSms : repository.claimNext)
  const run: Run = { given: false, stopped: null }
  const lane = async () => {
    while (room > 0 && !run.stopped) {
      room -= 1
      const next = await take(db, messageId)
      if (!next) return
      if (!next.full) await deliver(platform, message, next, attachments, run)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await goOn(platform, message, message.channel === 'mail' && rate > 0, run)
}

const thatIsRefused = (error: unknown): DeliveryRefused => {
  if (error instanceof DeliveryRefused) return error
  throw error
}

async function roomOf(db: Db, { channel }: Message, mailsAMinute: number): Promise<number> {
  if (channel === 'sms' || mailsAMinute === 0) return STEP
  return Math.max(0, Math.min(STEP, mailsAMinute - (await repository.mailsLastMinute(db))))
}

async function deliver(platform: Platform, message: Message, { recipientId, target, facts, deferrals }: repository.Claimed, attachments: readonly MailAttachment[], run: Run): Promise<void> {
  const { db } = platform
  const promotion = message.msg_kind === 'promotion'
  const link = promotion && message.channel === 'mail' ? unsubscribeLink(platform, message.message_id, recipientId) : null
  const { subject, content, html } = formatValue({ channel: message.channel, promotion, subject: message.subject, content: message.content, rich: message.rich as RichDoc | null, sign: message.sign_name }, facts, link)
  // Mails are known by the name that we give them; a provider of text messages gives one of its own.
  let ref: string | null = null
  try {
    if (message.channel === 'sms') ref = (await platform.sms.send({ id: repository.ownRef(recipientId), to: target, text: content, sign: message.sign_name, ...(message.template_code ? { template: { code: message.template_code, params: templateParams(message.content, facts) } } : {}) })).ref
    else await platform.mail?.send({ id: repository.ownRef(recipientId), to: target, subject, text: content, attachments, ...(html ? { html } : {}), ...(link ? { unsubscribe: link } : {}) })
  } catch (error) {
    const { verdict, reason, code, bounced, unsent } = validateError(message.channel, error)
    if (verdict === 'unknown') return insist(() => repository.settle(db, recipientId, { status: 'unknown', reason: `已交给对方但未收到答复：${reason}`.slice(0, 300) }))
    if (verdict === 'stop') {
      run.stopped ??= { reason, code }
      return insist(() => (unsent ? repository.putBack(db, recipientId) : repository.settle(db, recipientId, { status: 'unknown', reason: `发送时出错，结果不明：${reason}` })))
    }
    const later = verdict === 'later' ? nextTry(deferrals + 1) : null
    if (later) return insist(() => repository.defer(db, recipientId, `对方暂时拒收，将自动重试：${reason}`, code, later))
    return insist(() =>
      db.transaction().execute(async (tx) => {
        const { numAffectedRows } = await repository.settle(tx, recipientId, { status: 'failed', reason, failCode: code, bounced })
        if (bounced && numAffectedRows) await optOutBounced(tx, target)
      }),
    )
  }
  const live = message.channel === 'mail' ? platform.mail !== null : platform.sms.live
  run.given = true
  await insist(() => repository.settle(db, recipientId, live ? { status: 'submitted', ref } : { status: 'kept', reason: notConnected(message.channel) }))
}

/** After a run: queues the next one while there is something to do, after a pause where a rate is set, else finishes the message and tells its writer. */
async function goOn({ db }: Platform, given: Message, paced: boolean, run: Run): Promise<void> {
  const id = given.message_id
  await db.transaction().execute(async (tx) => {
    const message = await repository.lockMessage(tx, id)
    // Stopped or taken back meanwhile: whoever goes on with it queues it anew.
    if (message?.msg_status !== 'sending') return
    if (run.stopped) return stop(tx, message, run.stopped, run.given)
    await repository.touchMessage(tx, id)
    await repository.releaseMessage(tx, id)
    const counts = await repository.countByStatus(tx, id)
    if (counts.queued) return queueSending(tx, id, (await repository.allDeferredUntil(tx, id)) ?? (paced ? new Date(Date.now() + MINUTE_MS) : undefined))
    // Another run is at these, or one that died: looked at again once that is certain.
    if (counts.sending) return queueSending(tx, id, new Date(Date.now() + (repository.LOST_SECONDS + 10) * 1000))
    if (!(await step(tx, message, finishingVerb(counts)))) return
    await repository.countParts(tx, id)
    await emitMessageSent(tx, { messageId: id, channel: message.channel, msgNo: message.msg_no, content: message.content, createBy: message.create_by, frame: frameOf(`${NAMES[message.channel]}已发送`) })
    if (message.create_by) await notify(tx, message.create_by, { title: `${NAMES[message.channel]}${counts.kept ? '未发出' : '已发送'}：${message.msg_no}`, content: told(message.channel, counts), link: viewLink(RESULT_VIEW[message.channel], { record: message.message_id }) })
  })
}

/** Nobody of the message can be given out now: it waits, longer each time, and its writer hears of the first. */
async function stop(tx: Db, message: Message, { reason, code }: NonNullable<Run['stopped']>, anew: boolean): Promise<void> {
  const { until, tries } = await repository.holdMessage(tx, message.message_id, reason, code, anew)
  await queueSending(tx, message.message_id, until)
  if (tries > 1 || !message.create_by) return
  await notify(tx, message.create_by, { title: `${NAMES[message.channel]}暂时发不出去：${message.msg_no}`, content: `${reason}。收件人没有受影响，系统会自动重试，也可以在列表中暂停。`, link: viewLink(RESULT_VIEW[message.channel], { record: message.message_id }) })
}

/** Takes up again what should be on its way and is not, such as a message whose job was lost with its last try. */
async function resume(_payload: unknown, { db }: Platform): Promise<void> {
  await repository.markLostOfStopped(db)
  for (const id of await repository.standingStill(db)) await queueSending(db, id)
}

defineJob(JOB, (payload: { messageId: string }, platform) => runSending(payload, platform))
defineJob('message:resume', resume, '*/5 * * * *')
