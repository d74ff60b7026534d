import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { TODAY } from '../../../platform/database/day'
import type { Channel } from '../tables'

const DAY_BEGAN = sql`(${TODAY}::timestamp at time zone 'Asia/Shanghai')`

/**
 * Recipients whom somebody's messages of a channel have been handed in for today, in Asia/Shanghai, without a second person's word.
 * Those that are skipped, or taken back before they were reached, do not count; what a reminder rule wrote does not either.
 */
export async function sentAlone(db: Db, channel: Channel, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from message m join message_recipient r on r.message_id = m.message_id
    where m.submit_by = ${userId}::bigint and m.channel = ${channel} and m.alone_time >= ${DAY_BEGAN} and not m.automatic and r.recipient_status <> 'skipped'`.execute(db)
  return rows[0]?.n ?? 0
}

/** As sentAlone; whoever hands in another message of the same sender and channel meanwhile waits until the transaction ends. */
export async function lockSentAlone(db: Db, channel: Channel, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`message alone ${channel} ${userId}`}))`.execute(db)
  return sentAlone(db, channel, userId)
}
