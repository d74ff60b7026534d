import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Kept } from '../../../platform/handover/handover'
import { party, partyShort } from './party.repository'

/** Members that somebody looks after: how many, and the first few by name. */
export async function membersKept(db: Db, userId: string, named: number): Promise<Kept> {
  const { rows } = await sql<{ name: string; total: string }>`
    select ${partyShort} as name, count(*) over () as total from member m ${party} where m.create_by = ${userId}::bigint and not m.deleted order by m.member_id limit ${named}`.execute(db)
  return { count: Number(rows[0]?.total ?? 0), names: rows.map((r) => r.name) }
}

/** Gives them to a successor, with their exclusive users and archives; answers how many members. The version stays. */
export async function giveMembers(db: Db, from: string, to: string): Promise<number> {
  for (const table of ['exclusive_user', 'member_archive']) await sql`update ${sql.table(table)} set create_by = ${to}::bigint where create_by = ${from}::bigint`.execute(db)
  const { numAffectedRows } = await sql`update member set create_by = ${to}::bigint where create_by = ${from}::bigint and not deleted`.execute(db)
  return Number(numAffectedRows)
}
