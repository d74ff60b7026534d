import { buffer } from 'node:stream/consumers'
import type { FileItem } from '@assoc/contract'
import type { RichDoc } from '@assoc/contract/core/rich-text'
import { mailStatus, smsStatus } from '@assoc/contract/member/message-list'
import { writeAudit, type AuditFrame } from '../../../../platform/audit/audit'
import type { Db } from '../../../../platform/database/database'
import { addJob } from '../../../../platform/jobs/queue'
import { defineJob } from '../../../../platform/jobs/worker'
import { DeliveryRefused, DeliveryUnknown } from '../../../../platform/mail/delivery'
import type { MailAttachment } from '../../../../platform/mail/mail'
import type { Platform } from '../../../../platform/platform'
import { notify } from '../../../desk/notification/service'
import { optOutBounced } from '../opt-out/repository'
import { unsubscribeLink } from '../unsubscribe/token'
import { claimSms } from './daily.repository'
import * as repository from './sending.repository'
import { nextWithinHours, withinHours, worded } from './rules'

const JOB = 'message:send'
/** Recipients a run goes through before others get their turn. */
const STEP = 200
/** Recipients at a time within a run. */
const LANES = 4
const MINUTE_MS = 60_000

/** Where the results of a channel are looked at. */
export const RESULT_LINK = { sms: '/textMessageManagement/messageList', mail: '/emailManagement/emailList' }
export const NAMES = { sms: '短信', mail: '邮件' }

/** A recipient that is taken; one whose number is full for today has been skipped instead. */
type Claimable = repository.Claimed & { full?: boolean }

/** What a test sets otherwise. */
export interface SendingOptions {
  now?: Date
  /** Mails a minute over all messages instead of the parameter; 0 is without limit. */
  mailsAMinute?: number
  claim?: (db: Db, messageId: string) => Promise<Claimable | undefined>
}

type Message = NonNullable<Awaited<ReturnType<typeof repository.lockMessage>>>

/** Queues the work on a message; one job a message waits at a time. */
export const queueSending = (db: Db, messageId: string, runAt?: Date): Promise<void> => addJob(db, JOB, { messageId }, { key: `${JOB}:${messageId}`, ...(runAt ? { runAt } : {}) })

/** A step that the work itself takes: by the machine, in one transaction with its audit row. Answers whether it was taken. */
async function step(db: Db, message: Message, verb: string): Promise<boolean> {
  const found = (message.channel === 'sms' ? smsStatus : mailStatus).find(verb, message.msg_status as never)
  if (!found || !(await repository.moveMessage(db, message.message_id, message.msg_status, found.to))) return false
  const frame: AuditFrame = { userId: null, userName: '系统', ip: '', requestId: '', path: '', title: `${NAMES[message.channel]}${found.label}` }
  await writeAudit(db, frame, [{ recordType: `${message.channel}Message`, recordId: message.message_id, verb, before: { msgStatus: message.msg_status }, after: { msgStatus: found.to } }])
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
    if (message.msg_status === 'queued') await step(tx, message, 'begin')
    return { ...message, msg_status: 'sending' }
  })
}

/**
 * Goes through a message's recipients, a part of them a run. Each is marked before the provider hears of her, so that however
 * many runs there are at once, and whenever one of them dies, nobody gets a message twice.
 */
export async function runSending({ messageId }: { messageId: string }, platform: Platform, { now = new Date(), mailsAMinute, claim }: SendingOptions = {}): Promise<void> {
  const { db } = platform
  const message = await begin(platform, messageId, now)
  if (!message) return
  await repository.markLost(db, messageId)
  await repository.skipOptedOut(db, messageId, message.channel, message.msg_kind === 'promotion')
  // Once a run, not once a recipient.
  const attachments = await filesOf(platform, message)
  const rate = mailsAMinute ?? (await platform.settings.parameter('message.mailsPerMinute'))
  let room = await roomOf(db, message, rate)
  const take: NonNullable<SendingOptions['claim']> = claim ?? (message.channel === 'sms' ? claimSms : repository.claimNext)
  const lane = async () => {
    while (room > 0) {
      room -= 1
      const next = await take(db, messageId)
      if (!next) return
      if (!next.full) await deliver(platform, message, next, attachments)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await goOn(platform, message, message.channel === 'mail' && rate > 0)
}

async function roomOf(db: Db, { channel }: Message, mailsAMinute: number): Promise<number> {
  if (channel === 'sms' || mailsAMinute === 0) return STEP
  return Math.max(0, Math.min(STEP, mailsAMinute - (await repository.mailsLastMinute(db))))
}

async function deliver(platform: Platform, message: Message, { recipientId, target, facts }: repository.Claimed, attachments: readonly MailAttachment[]): Promise<void> {
  const { db } = platform
  const promotion = message.msg_kind === 'promotion'
  const link = promotion && message.channel === 'mail' ? unsubscribeLink(platform, message.message_id, recipientId) : null
  const { subject, content, html } = worded({ channel: message.channel, promotion, subject: message.subject, content: message.content, rich: message.rich as RichDoc | null, sign: message.sign_name }, facts, link)
  try {
    if (message.channel === 'sms') await platform.sms.send({ to: target, text: content })
    else await platform.mail?.send({ id: `message-${recipientId}`, to: target, subject, text: content, attachments, ...(html ? { html } : {}), ...(link ? { unsubscribe: link } : {}) })
  } catch (error) {
    const reason = ((error as { message?: string }).message || '未知错误').slice(0, 300)
    if (error instanceof DeliveryUnknown) return void (await repository.settle(db, recipientId, 'unknown', `已交给对方但未收到答复：${reason}`))
    const bounced = message.channel === 'mail' && error instanceof DeliveryRefused
    await repository.settle(db, recipientId, 'failed', reason, bounced)
    if (bounced) await optOutBounced(db, target)
    return
  }
  const live = message.channel === 'mail' ? platform.mail !== null : platform.sms.live
  await repository.settle(db, recipientId, 'delivered', live ? null : `尚未接入${NAMES[message.channel]}服务，内容已留存`)
}

/** The files of a mail with their bytes, in the order of its writer. */
async function filesOf({ db, files }: Platform, message: Message): Promise<MailAttachment[]> {
  const stored = await repository.attachedFiles(db, (message.attachments as FileItem[]).map((file) => file.fileId))
  return Promise.all(stored.map(async ({ file_name, content_type, store_key }) => ({ fileName: file_name, contentType: content_type, bytes: await buffer(files.read(store_key)) })))
}

/** After a run: queues the next one while there is something to do, after a pause where a rate is set, else finishes the message and tells its writer. */
async function goOn({ db }: Platform, message: Message, paced: boolean): Promise<void> {
  const id = message.message_id
  await db.transaction().execute(async (tx) => {
    await repository.touchMessage(tx, id)
    const { queued = 0, submitted = 0, failed = 0, unknown = 0, delivered = 0 } = await repository.countByStatus(tx, id)
    if (queued > 0) return queueSending(tx, id, paced ? new Date(Date.now() + MINUTE_MS) : undefined)
    // Another run is at these, or one that died: looked at again once that is certain.
    if (submitted > 0) return queueSending(tx, id, new Date(Date.now() + (repository.LOST_SECONDS + 10) * 1000))
    if (!(await step(tx, message, failed + unknown > 0 ? 'finishPartly' : 'finish'))) return
    await repository.countParts(tx, id)
    if (!message.create_by) return
    const result = `成功 ${delivered}，失败 ${failed}${unknown > 0 ? `，结果不明 ${unknown}` : ''}`
    await notify(tx, message.create_by, { title: `${NAMES[message.channel]}已发送：${message.msg_no}`, content: result, link: RESULT_LINK[message.channel] })
  })
}

/** Takes up again what should be on its way and is not, such as a message whose job was lost with its last try. */
async function resume(_payload: unknown, { db }: Platform): Promise<void> {
  for (const id of await repository.standingStill(db)) await queueSending(db, id)
}

defineJob(JOB, (payload: { messageId: string }, platform) => runSending(payload, platform))
defineJob('message:resume', resume, '*/5 * * * *')
