import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Channel } from '../tables'

export interface Settled {
  messageId: string
  channel: Channel
  target: string
}

/** Writes a receipt at its recipient, once: what has arrived or failed stays so. Undefined when there is nobody who waits for it. */
export async function applyReceipt(db: Db, ref: string, delivered: boolean, reason: string | null, code: string | null, bounced: boolean): Promise<Settled | undefined> {
  const { rows } = await sql<Settled>`update message_recipient r set recipient_status = ${delivered ? 'delivered' : 'failed'}, reason = ${reason}, fail_code = ${code},
      bounces = bounces + case when ${bounced} and m.channel = 'mail' then 1 else 0 end, update_time = now()
    from message m where m.message_id = r.message_id and r.provider_ref = ${ref} and r.recipient_status in ('sending', 'submitted', 'unknown')
    returning r.message_id as "messageId", m.channel, r.target`.execute(db)
  return rows[0]
}

/** Days for which the words of a provider are remembered; older ones are not listened to. */
export const CALLBACK_DAYS = 7

/** Notes that a provider has called back with these words; false when it had done so before. */
export async function noteCallback(db: Db, digest: string): Promise<boolean> {
  await sql`delete from message_callback where taken_time < now() - make_interval(days => ${CALLBACK_DAYS + 1})`.execute(db)
  const { numInsertedOrUpdatedRows } = await db.insertInto('message_callback').values({ digest }).onConflict((c) => c.doNothing()).executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
