import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { TODAY } from '../../../platform/database/day'

/** Members that stand under a term and are not deleted; `t` is the term. */
export const memberCount = sql<number>`(select count(*) from member m where m.term_id = t.term_id and not m.deleted)::int`

/** Days to its end while it is in office; `t` is the term. */
export const daysLeft = sql<number | null>`case when t.board_term_status = 'inOffice' then t.term_end - ${TODAY} end`

export interface Ending {
  termId: string
  termName: string
  termEnd: string
  left: number
}

/** Terms in office whose end is at most so many days away, or behind. */
export async function endingWithin(db: Db, days: number): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select term_id::text as "termId", term_name as "termName", term_end::text as "termEnd", term_end - ${TODAY} as left
    from board_term where board_term_status = 'inOffice' and term_end <= ${TODAY} + ${days}::int order by term_id`.execute(db)
  return rows
}

/** Notes what of an end staff are told now; false when they have been told it already. */
export async function noteTold(db: Db, termId: string, told: string): Promise<boolean> {
  const { rows } = await sql<{ term_id: string }>`update board_term set told_for = ${told} where term_id = ${termId}::bigint and told_for is distinct from ${told} returning term_id`.execute(db)
  return rows.length > 0
}

/** Inserts terms of the demo association. */
export const insertDemo = (db: Db, rows: readonly { no: number; name: string; start: string; end: string; status: string }[]) =>
  sql`insert into board_term (term_no, term_name, term_start, term_end, board_term_status)
    select no, name, start, "end", status from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(no int, name text, start date, "end" date, status text)
    on conflict do nothing`.execute(db)

/** Puts members of the demo association without a term under one. */
export const placeDemo = (db: Db, termName: string) =>
  sql`update member set term_id = (select term_id from board_term where term_name = ${termName}) where term_id is null and not deleted and member_status in ('normal', 'suspended')`.execute(db)
