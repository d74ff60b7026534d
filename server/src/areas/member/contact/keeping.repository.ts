import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Kept } from '../../../platform/handover/handover'

/** Contacts that somebody looks after: how many, and the first few by name. */
export async function contactsKept(db: Db, userId: string, named: number): Promise<Kept> {
  const { rows } = await sql<{ name: string; total: string }>`select name, count(*) over () as total from contact where create_by = ${userId}::bigint order by contact_id limit ${named}`.execute(db)
  return { count: Number(rows[0]?.total ?? 0), names: rows.map((r) => r.name) }
}

/** Gives them to a successor; answers how many. The version stays, for nobody edits who looks after a record. */
export async function giveContacts(db: Db, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`update contact set create_by = ${to}::bigint where create_by = ${from}::bigint`.execute(db)
  return Number(numAffectedRows)
}
