import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Kept } from '../../../platform/handover/handover'

/** Members that somebody looks after: how many, and the first few by name. */
export async function membersKept(db: Db, userId: string, named: number): Promise<Kept> {
  const { rows } = await sql<{ name: string; total: string }>`
    select c.short_name as name, count(*) over () as total from member m join company c on c.company_id = m.company_id where m.create_by = ${userId}::bigint and not m.deleted order by m.member_id limit ${named}`.execute(db)
  return { count: Number(rows[0]?.total ?? 0), names: rows.map((r) => r.name) }
}

/** Gives them to a successor, with the cases of 退会与除名 that are not settled; answers how many members. The version stays. */
export async function giveMembers(db: Db, from: string, to: string): Promise<number> {
  await sql`update member_withdraw set create_by = ${to}::bigint where create_by = ${from}::bigint and withdraw_status in ('pending', 'review')`.execute(db)
  const { numAffectedRows } = await sql`update member set create_by = ${to}::bigint where create_by = ${from}::bigint and not deleted`.execute(db)
  return Number(numAffectedRows)
}
