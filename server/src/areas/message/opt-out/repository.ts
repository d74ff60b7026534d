import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Channel } from '../tables'

/** An address as it is kept: without blanks, in lower case. */
export const plainAddress = (address: string): string => address.replace(/\s+/g, '').toLowerCase()

/** The address of a row of the channel; null for one of the other. */
export const ofChannel = (channel: Channel) => sql<string | null>`case when t.channel = ${channel} then t.address end`
export const unshown = sql<null>`null::text`

/** Whole addresses only: a part of one would tell addresses to whoever may not see them. */
export const byAddress = (address: string) => sql<SqlBool>`t.address = ${plainAddress(address)}`

/** Which of the addresses want nothing any more, with where that is known from. */
export async function optedOut(db: Db, channel: Channel, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map()
  const rows = await db.selectFrom('opt_out').select(['address', 'source']).where('channel', '=', channel).where(sql<SqlBool>`address = any(${[...addresses]}::text[])`).execute()
  return new Map(rows.map((r) => [r.address, r.source]))
}

/** Refusals for good after which an address gets nothing more, of any kind (domain J5). */
const BOUNCES = 2

/**
 * Puts a mail address on the list once it has been refused for good often enough since a mail to it was last taken; answers
 * whether it did. A server that takes mails and sends some of them back later counts too: what came back is no mail taken.
 */
export async function optOutBounced(db: Db, address: string): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into opt_out (channel, address, source, remark)
    select 'mail', ${address}, 'bounce', '对方服务器多次拒收' from message_recipient
    where target = ${address} and bounces > 0 and submit_time > coalesce((select max(submit_time) from message_recipient
      where target = ${address} and submit_time is not null and recipient_status in ('submitted', 'delivered')), '-infinity')
    having sum(bounces) >= ${BOUNCES}
    on conflict on constraint opt_out_address_unique do update set source = 'bounce' where opt_out.source <> 'bounce'`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Forgets what an address has refused: it is taken off the list and written to anew. */
export const forgetBounces = (db: Db, address: string) => db.updateTable('message_recipient').set({ bounces: 0 }).where('target', '=', address).where('bounces', '>', 0).execute()

/** The address of a row of the list; undefined when it is gone. */
export const addressOf = async (db: Db, optOutId: string) => (await db.selectFrom('opt_out').select(['channel', 'address']).where('opt_out_id', '=', optOutId).executeTakeFirst())

/** Notes that whoever reads mails at an address wants no promotion any more; false when that was known already. */
export async function optOutByLink(db: Db, address: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('opt_out')
    .values({ channel: 'mail', address, source: 'link', remark: null, create_by: null })
    .onConflict((c) => c.constraint('opt_out_address_unique').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Notes that a number answered that it wants no promotion any more; false when that was known already. */
export async function optOutByReply(db: Db, number: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('opt_out')
    .values({ channel: 'sms', address: number, source: 'reply', remark: null, create_by: null })
    .onConflict((c) => c.constraint('opt_out_address_unique').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
