import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database'
import type { RecipientStatus } from '../tables'
import type { Facts } from '../wording'

/** Seconds after which a recipient that is still submitted belongs to a run that died: longer than any provider is waited for. */
export const LOST_SECONDS = 120

export interface Claimed {
  recipientId: string
  target: string
  facts: Facts
}

/** The message, held until the transaction ends. */
export const lockMessage = (db: Db, messageId: string) => db.selectFrom('message').selectAll().where('message_id', '=', messageId).forUpdate().executeTakeFirst()

/** Moves the status on from `from`; false when it has moved meanwhile. */
export async function moveMessage(db: Db, messageId: string, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set({ msg_status: to, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('message_id', '=', messageId)
    .where('msg_status', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes that a message is being worked on. */
export const touchMessage = (db: Db, messageId: string) => db.updateTable('message').set({ update_time: sql<Date>`now()` }).where('message_id', '=', messageId).where('msg_status', '=', 'sending').execute()

/** Marks what a dead run has left; it may have arrived, so nothing sends it again by itself. */
export const markLost = (db: Db, messageId: string) =>
  sql`update message_recipient set recipient_status = 'unknown', reason = '发送过程被中断，结果不明', update_time = now()
    where message_id = ${messageId}::bigint and recipient_status = 'submitted' and submit_time < now() - make_interval(secs => ${LOST_SECONDS})`.execute(db)

/** Skips who has opted out since the message was made: for a promotion whoever did, else those who bounce. */
export async function skipOptedOut(db: Db, messageId: string, channel: 'sms' | 'mail', promotion: boolean): Promise<void> {
  await sql`update message_recipient r set recipient_status = 'skipped', reason = case o.source when 'bounce' then '多次退信，不再发送' else '已退订' end, parts = 0, update_time = now()
    from opt_out o where r.message_id = ${messageId}::bigint and r.recipient_status = 'queued'
      and o.channel = ${channel} and o.address = r.target and (o.source = 'bounce' or ${promotion})`.execute(db)
  if (!promotion) return
  const refuses = channel === 'sms' ? sql`c.sms_opt_out` : sql`c.email_opt_out`
  await sql`update message_recipient r set recipient_status = 'skipped', reason = '本人拒收', parts = 0, update_time = now()
    from contact c where r.message_id = ${messageId}::bigint and r.recipient_status = 'queued' and c.contact_id = r.contact_id and (${refuses} or c.consent_date is null)`.execute(db)
}

/** Notes what a text message has cost once it is through: who was skipped on the way costs nothing. */
export const countParts = (db: Db, messageId: string) =>
  sql`update message set part_count = (select coalesce(sum(parts), 0) from message_recipient where message_id = ${messageId}::bigint) where message_id = ${messageId}::bigint`.execute(db)

/** The statement that marks the next recipient as given out and answers her. */
export const claiming = (messageId: string) => sql<Claimed>`
    update message_recipient set recipient_status = 'submitted', submit_time = now(), update_time = now()
    where recipient_id = (select recipient_id from message_recipient where message_id = ${messageId}::bigint and recipient_status = 'queued'
      order by recipient_id for update skip locked limit 1)
    returning recipient_id as "recipientId", target, facts`

/** Takes the next recipient: from here on she counts as submitted, whatever becomes of this process. Committed before the provider hears of her. */
export const claimNext = async (db: Db, messageId: string): Promise<Claimed | undefined> => (await claiming(messageId).execute(db)).rows[0]

/** Files by id as they are stored, in the given order. */
export async function attachedFiles(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('file_object').select(['file_id', 'file_name', 'content_type', 'store_key']).where('file_id', 'in', [...ids]).execute()
  return ids.flatMap((id) => rows.filter((row) => row.file_id === id))
}

/** Notes what became of a recipient; a late answer also settles one that had been given up as unknown. */
export const settle = (db: Db, recipientId: string, status: RecipientStatus, reason: string | null, bounced = false) =>
  sql`update message_recipient set recipient_status = ${status}, reason = ${reason}, bounces = bounces + ${bounced ? 1 : 0}, update_time = now()
    where recipient_id = ${recipientId}::bigint and recipient_status in ('submitted', 'unknown')`.execute(db)

/** How many mails were given out in the last minute, by all messages. */
export async function mailsLastMinute(db: Db): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from message_recipient r join message m on m.message_id = r.message_id
    where r.submit_time > now() - interval '1 minute' and m.channel = 'mail'`.execute(db)
  return Number(rows[0]?.n)
}

/** Recipients of a message by status. */
export async function countByStatus(db: Db, messageId: string): Promise<Partial<Record<RecipientStatus, number>>> {
  const { rows } = await sql<{ status: RecipientStatus; n: number }>`select recipient_status as status, count(*)::int as n from message_recipient
    where message_id = ${messageId}::bigint group by 1`.execute(db)
  return Object.fromEntries(rows.map((r) => [r.status, r.n]))
}

/** Messages that should be on their way but have not moved for a while. */
export async function standingStill(db: Db): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`select message_id from message
    where msg_status in ('queued', 'sending') and update_time < now() - interval '5 minutes' and coalesce(schedule_time, now()) <= now()`.execute(db)
  return rows.map((r) => r.message_id)
}
