import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { Db } from '../database/database'
import type { Tables } from '../database/tables'
import { addJob } from '../jobs/queue'
import { defineJob } from '../jobs/worker'
import { DatabaseAway, DatabaseBusy } from '../database/fault'
import { insist } from '../database/insist'
import type { Platform } from '../platform'
import type { Encryption } from '../encryption/encryption'
import { attachmentsOf } from './attachments'
import { TEXT_USES, type TextTemplate, type TextUse } from '../sms/sms'
import { DeliveryFailed, DeliveryRefused, DeliveryUnknown, nextTry } from './delivery'

/** Puts a mail into the outbox of the given transaction and queues its sending with it. `html` is of our own making; files are named by id. */
export async function queueMail(db: Db, to: string, subject: string, content: string, more: { html?: string | null; fileIds?: readonly string[] } = {}): Promise<void> {
  await queue(db, { channel: 'mail', recipient: to, subject: subject.replace(/[\r\n]+/g, ' '), content, html: more.html ?? null, file_ids: [...(more.fileIds ?? [])] })
}

/** What a provider that sends by template needs: one of the console's own texts with what stands in its places, or a template that staff chose. */
export type SmsTemplate = { use: TextUse; params?: Record<string, string> } | TextTemplate

const templateRow = (template: SmsTemplate | null) =>
  template && 'use' in template ? { template_use: template.use, template_params: JSON.stringify(template.params ?? {}) } : template ? { template_code: template.code, template_params: JSON.stringify(template.params) } : {}

/** Puts a text message into the outbox of the given transaction and queues its sending with it. `sign` is a signature other than the installation's, that the text has already. */
export async function queueSms(db: Db, to: string, content: string, { template, sign = null }: { template: SmsTemplate | null; sign?: string | null }): Promise<void> {
  await queue(db, { channel: 'sms', recipient: to, subject: '', content, sign_name: sign, ...templateRow(template) })
}

/** A message with a code in it. */
export interface SecretMessage {
  /** Mobile number, or mail address when it holds an @. */
  to: string
  subject: string
  text: string
  /** What in the text nobody but the recipient may read. */
  code: string
  /** Minutes after which the code is worth nothing; it is not sent any more then. */
  minutes: number
  /** Which of the console's texts it is, for providers of text messages that send by template. */
  use: TextUse
}

export const CODE_MASK = '******'

/**
 * Puts a message with a code into the outbox of the given transaction. The outbox shows the code masked; what is sent is kept
 * sealed until it is handed over, and cannot be asked for.
 */
export async function queueSecret(db: Db, encryption: Encryption, { to, subject, text, code, minutes, use }: SecretMessage): Promise<void> {
  const channel = to.includes('@') ? 'mail' : 'sms'
  const content = text.replaceAll(code, CODE_MASK)
  const params: Record<string, string> = (TEXT_USES[use] as readonly string[]).includes('code') ? { code } : {}
  const template = channel === 'sms' ? { ...templateRow({ use, params: mask(params) }), sealed_params: encryption.encrypt(JSON.stringify(params)) } : {}
  await queue(db, { channel, recipient: to, subject: channel === 'mail' ? subject : '', content, ...template, sealed_content: encryption.encrypt(text), secret_until: sql<Date>`now() + make_interval(mins => ${minutes})` })
}

const mask = (params: Record<string, string>): Record<string, string> => Object.fromEntries(Object.keys(params).map((name) => [name, CODE_MASK]))

type Queued = Pick<Insertable<Tables['outbox']>, 'channel' | 'recipient' | 'subject' | 'content' | 'html' | 'file_ids' | 'sealed_content' | 'sealed_params' | 'sign_name' | 'template_use' | 'template_code' | 'template_params'> & { secret_until?: RawBuilder<Date> }

async function queue(db: Db, row: Queued): Promise<void> {
  const { outbox_id } = await db.insertInto('outbox').values(row).returning('outbox_id').executeTakeFirstOrThrow()
  await addJob(db, 'outbox:send', { outboxId: outbox_id })
}

/**
 * Sends one message. It is marked "sending" before the other side hears of it: when the process dies
 * in between, the message is not sent again but shown as unknown, for a person to decide.
 */
async function send({ outboxId }: { outboxId: string }, platform: Platform): Promise<void> {
  const { db } = platform
  const row = await db
    .updateTable('outbox')
    .set({ outbox_status: 'sending', attempts: sql<number>`attempts + 1`, provider_ref: sql<string>`'outbox-' || outbox_id` })
    .where('outbox_id', '=', outboxId)
    .where('outbox_status', 'in', ['queued', 'failed'])
    .returning(['channel', 'recipient', 'subject', 'content', 'html', 'file_ids', 'attempts', 'sealed_content', 'sealed_params', 'sign_name', 'template_use', 'template_code', 'template_params', sql<boolean>`coalesce(secret_until <= now(), false)`.as('late')])
    .executeTakeFirst()
  if (!row) {
    await db.updateTable('outbox').set({ outbox_status: 'unknown', error_message: '发送过程被中断，结果不明', ...WIPED }).where('outbox_id', '=', outboxId).where('outbox_status', '=', 'sending').execute()
    return
  }
  if (row.late) return settle(db, outboxId, 'failed', '验证码已过期，没有再发送')
  const live = row.channel === 'mail' ? platform.mail !== null : platform.sms.live
  const text = row.sealed_content === null ? row.content : platform.encryption.decrypt(row.sealed_content)
  let ref: string | null = null
  try {
    if (row.channel === 'sms') ref = (await platform.sms.send({ id: `outbox-${outboxId}`, to: row.recipient, text, sign: row.sign_name, template: templateFor(platform, row) })).ref
    else if (platform.mail) await platform.mail.send({ id: outboxId, to: row.recipient, subject: row.subject, text, attachments: await attachmentsOf(platform, row.file_ids), ...(row.html ? { html: row.html } : {}) })
    if (!live && row.sealed_content !== null) platform.recorder.show(row.recipient, text)
  } catch (error) {
    const reason = ((error as { message?: string }).message || '未知错误').slice(0, 300)
    if (error instanceof DeliveryUnknown) return insist(() => settle(db, outboxId, 'unknown', `已交给对方但未收到答复，结果不明：${reason}`))
    // Nothing was handed over: a refusal for now, a server that is away, or a database that is while attachments are read.
    const passing = (error instanceof DeliveryFailed && !(error instanceof DeliveryRefused)) || error instanceof DatabaseAway || error instanceof DatabaseBusy
    const later = passing ? nextTry(row.attempts) : null
    if (later) return insist(() => putBack(db, outboxId, reason, later))
    // A refusal for good is not tried again, nor what was tried for a day; a fault of ours is, by the queue, which needs the text for it.
    const ended = passing || error instanceof DeliveryRefused
    await insist(() => settle(db, outboxId, 'failed', reason, ended ? WIPED : {}))
    if (ended) return
    throw error
  }
  await insist(() => settle(db, outboxId, live ? 'sent' : 'kept', null, { ...WIPED, ...(ref === null ? {} : { provider_ref: ref }) }))
}

/** The template by which a text message goes out now, with what stands in its places in their order; null where it has none. */
function templateFor({ sms, encryption }: Platform, row: Pick<Selectable<Tables['outbox']>, 'template_use' | 'template_code' | 'template_params' | 'sealed_params'>): TextTemplate | null {
  const use = row.template_use as TextUse | null
  const code = row.template_code ?? (use ? sms.templateOf(use) : null)
  if (code === null) return null
  const params = row.sealed_params === null ? row.template_params : (JSON.parse(encryption.decrypt(row.sealed_params)) as Record<string, string>)
  // The database keeps no order of names: those of our own texts have one of their own, those of staff are numbers.
  const names = use ? TEXT_USES[use] : Object.keys(params).sort((a, b) => Number(a) - Number(b))
  return { code, params: Object.fromEntries(names.map((name) => [name, params[name] ?? ''])) }
}

/**
 * Notes a receipt of a provider at the message of the outbox that it names, by the provider's own name of it or by ours. What has
 * arrived or failed stays so. Answers whether a message waited for it.
 */
export async function settleOutboxReceipt(db: Db, ref: string, delivered: boolean, reason: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ outbox_status: delivered ? 'delivered' : 'failed', error_message: delivered ? null : (reason ?? '回执：未送达').slice(0, 300), receipt_time: sql<Date>`now()`, ...WIPED })
    .where('provider_ref', '=', ref)
    .where('outbox_status', 'in', ['sending', 'sent', 'unknown'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets the message wait for its next try. */
async function putBack(db: Db, outboxId: string, reason: string, later: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('outbox')
      .set({ outbox_status: 'queued', error_message: `暂时未发出，将自动重试：${reason}` })
      .where('outbox_id', '=', outboxId)
      .where('outbox_status', '=', 'sending')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await addJob(tx, 'outbox:send', { outboxId }, { runAt: later })
  })
}

const WIPED = { sealed_content: null, sealed_params: null }

/** Notes what became of a message; the same statement wipes what was sealed of it, unless it is tried again. */
async function settle(db: Db, outboxId: string, status: 'sent' | 'kept' | 'failed' | 'unknown', message: string | null, more: { sealed_content?: null; sealed_params?: null; provider_ref?: string } = WIPED): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ outbox_status: status, error_message: message, ...(message === null ? { sent_time: sql<Date>`now()` } : {}), ...more })
    .where('outbox_id', '=', outboxId)
    // A receipt may have been faster than the answer.
    .where('outbox_status', 'not in', ['delivered'])
    .execute()
}

/** Wipes what messages still hold whose codes have ended: those that were tried in vain until the queue gave up. */
const wipe = (db: Db) => db.updateTable('outbox').set(WIPED).where('sealed_content', 'is not', null).where('secret_until', '<', sql<Date>`now()`).execute()

defineJob('outbox:send', send)
defineJob('outbox:wipe', async (_payload, platform) => void (await wipe(platform.db)), '*/10 * * * *')
