import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { RecipientStatus } from '../tables'
import type { Facts } from '../variables'

/** Seconds after which a recipient that is still in hand belongs to a run that died: longer than any provider is waited for. */
export const LOST_SECONDS = 120

export interface Claimed {
  recipientId: string
  target: string
  facts: Facts
  /** Times that the other side has refused it for now. */
  deferrals: number
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
    where message_id = ${messageId}::bigint and recipient_status = 'sending' and submit_time < now() - make_interval(secs => ${LOST_SECONDS})`.execute(db)

/** As markLost, for messages that nobody works on any more: stopped or taken back while some of theirs were in hand. */
export const markLostOfStopped = (db: Db) =>
  sql`update message_recipient r set recipient_status = 'unknown', reason = '发送过程被中断，结果不明', update_time = now() from message m
    where m.message_id = r.message_id and m.msg_status <> 'sending' and r.recipient_status = 'sending' and r.submit_time < now() - make_interval(secs => ${LOST_SECONDS})`.execute(db)

/** Skips who has opted out since the message was made: for a promotion whoever did, else those who bounce. */
export async function skipOptedOut(db: Db, messageId: string, channel: 'sms' | 'mail', promotion: boolean, consentRequired: boolean): Promise<void> {
  await sql`update message_recipient r set recipient_status = 'skipped', reason = case o.source when 'bounce' then '多次退信，不再发送' else '已退订' end, parts = 0, update_time = now()
    from opt_out o where r.message_id = ${messageId}::bigint and r.recipient_status = 'queued'
      and o.channel = ${channel} and o.address = r.target and (o.source = 'bounce' or ${promotion})`.execute(db)
  if (!promotion) return
  const [refuses, agreed] = channel === 'sms' ? [sql`c.sms_opt_out`, sql`c.sms_consent_date`] : [sql`c.email_opt_out`, sql`c.email_consent_date`]
  await sql`update message_recipient r set recipient_status = 'skipped', reason = case when ${refuses} then '本人拒收' else '没有本人同意的记录' end, parts = 0, update_time = now()
    from contact_public c where r.message_id = ${messageId}::bigint and r.recipient_status = 'queued' and c.contact_id = r.contact_id and (${refuses} or ${consentRequired} and ${agreed} is null)`.execute(db)
}

/** Notes what a text message has cost once it is through: who was skipped on the way costs nothing, nor what was only kept. */
export const countParts = (db: Db, messageId: string) =>
  sql`update message set part_count = (select coalesce(sum(parts), 0) from message_recipient where message_id = ${messageId}::bigint and recipient_status <> 'kept')
    where message_id = ${messageId}::bigint`.execute(db)

/** Skips everybody who still waits for a message that was taken back, and gives their parts back. */
export async function cancelWaiting(db: Db, messageId: string): Promise<void> {
  await sql`update message_recipient set recipient_status = 'skipped', reason = '已取消', parts = 0, update_time = now()
    where message_id = ${messageId}::bigint and recipient_status = 'queued'`.execute(db)
  await countParts(db, messageId)
}

/** Longest pause before what was stopped by the other side is tried again, in minutes. */
const LONGEST_PAUSE = 60

/** Lets a message stand still for a pause that doubles with each time; `anew` where something had gone out in between. Answers until when, and how often it was. */
export async function holdMessage(db: Db, messageId: string, reason: string, code: string | null, anew: boolean): Promise<{ until: Date; tries: number }> {
  const tries = anew ? sql`1` : sql`held_tries + 1`
  const { rows } = await sql<{ until: Date; tries: number }>`update message set held_reason = ${reason}, held_code = ${code}, held_tries = ${tries}, update_time = now(),
      held_until = now() + make_interval(mins => least(${LONGEST_PAUSE}, power(2, least(${tries}, 10) - 1)::int))
    where message_id = ${messageId}::bigint returning held_until as until, held_tries as tries`.execute(db)
  return rows[0] ?? { until: new Date(), tries: 1 }
}

/** Notes that nothing stops a message any more. */
export const releaseMessage = (db: Db, messageId: string) =>
  db.updateTable('message').set({ held_reason: null, held_code: null, held_until: null, held_tries: 0 }).where('message_id', '=', messageId).where('held_tries', '>', 0).execute()

/** Under what the other side knows what was given to it, where it has no number of its own. */
export const ownRef = (recipientId: string): string => `message-${recipientId}`

/** The statement that marks the next recipient as in hand and answers them; nobody while the message is stopped. */
export const claiming = (messageId: string) => sql<Claimed>`
    update message_recipient set recipient_status = 'sending', reason = null, fail_code = null, submit_time = now(), provider_ref = 'message-' || recipient_id, update_time = now()
    where recipient_id = (select recipient_id from message_recipient where message_id = ${messageId}::bigint and recipient_status = 'queued' and coalesce(retry_time, now()) <= now()
        and exists (select 1 from message m where m.message_id = ${messageId}::bigint and m.msg_status = 'sending')
      order by recipient_id for update skip locked limit 1)
    returning recipient_id as "recipientId", target, facts, deferrals`

/** Takes the next recipient: from here on they count as in hand, whatever becomes of this process. Committed before the provider hears of them. */
export const claimNext = async (db: Db, messageId: string): Promise<Claimed | undefined> => (await claiming(messageId).execute(db)).rows[0]

/** Puts a recipient back who was taken but could not be given out. */
export const putBack = (db: Db, recipientId: string) =>
  sql`update message_recipient set recipient_status = 'queued', submit_time = null, update_time = now() where recipient_id = ${recipientId}::bigint and recipient_status = 'sending'`.execute(db)

/** Lets a recipient wait who was refused for now. */
export const defer = (db: Db, recipientId: string, reason: string, failCode: string | null, until: Date) =>
  sql`update message_recipient set recipient_status = 'queued', submit_time = null, reason = ${reason.slice(0, 300)}, fail_code = ${failCode}, deferrals = deferrals + 1, retry_time = ${until}, update_time = now()
    where recipient_id = ${recipientId}::bigint and recipient_status = 'sending'`.execute(db)

/** When the first of a message's waiting recipients is tried again; null when one of them can be taken at once. */
export async function allDeferredUntil(db: Db, messageId: string): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null; now: boolean }>`select min(retry_time) as until, bool_or(coalesce(retry_time, now()) <= now()) as now from message_recipient
    where message_id = ${messageId}::bigint and recipient_status = 'queued'`.execute(db)
  return rows[0]?.now ? null : (rows[0]?.until ?? null)
}

/** What became of a recipient. */
export interface Outcome {
  status: RecipientStatus
  reason?: string | null
  failCode?: string | null
  /** The provider's number of it, where it gave one. */
  ref?: string | null
  /** The other side refused this address for good. */
  bounced?: boolean
}

/** Notes what became of a recipient; a late answer also settles one that had been given up as unknown. */
export const settle = (db: Db, recipientId: string, { status, reason = null, failCode = null, ref = null, bounced = false }: Outcome) =>
  sql`update message_recipient set recipient_status = ${status}, reason = ${reason}, fail_code = ${failCode},
      provider_ref = case when ${ref}::text is null or exists (select 1 from message_recipient o where o.provider_ref = ${ref}) then provider_ref else ${ref} end,
      bounces = bounces + ${bounced ? 1 : 0}, update_time = now()
    where recipient_id = ${recipientId}::bigint and recipient_status in ('sending', 'unknown')`.execute(db)

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
    where msg_status in ('queued', 'sending') and update_time < now() - interval '5 minutes' and coalesce(schedule_time, now()) <= now() and coalesce(held_until, now()) <= now()`.execute(db)
  return rows.map((r) => r.message_id)
}
