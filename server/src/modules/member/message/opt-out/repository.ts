import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../platform/database/database'
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

/** Puts a mail address on the list once it has been refused for good often enough. */
export const optOutBounced = (db: Db, address: string) =>
  sql`insert into opt_out (channel, address, source, remark)
    select 'mail', ${address}, 'bounce', '对方服务器多次拒收' from message_recipient where target = ${address} and bounces > 0 having sum(bounces) >= ${BOUNCES}
    on conflict on constraint opt_out_address_unique do update set source = 'bounce'`.execute(db)

/** Notes that whoever reads mails at an address wants no promotion any more; false when that was known already. */
export async function optOutByLink(db: Db, address: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('opt_out')
    .values({ channel: 'mail', address, source: 'link', remark: null, create_by: null })
    .onConflict((c) => c.constraint('opt_out_address_unique').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
