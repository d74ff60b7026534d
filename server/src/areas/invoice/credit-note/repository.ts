import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { dayText } from '../../../platform/database/day'
import { fen, memberFields } from '../../fee/api'
import { byHand } from '../provider/way.repository'

const ofBlue = (column: string) => sql`(select ${sql.ref(`i.${column}`)} from invoice i where i.invoice_id = t.invoice_id)`

export const computed = {
  ...memberFields(ofBlue('member_id')),
  redAmount: fen('red_amount'),
  blueNo: ofBlue('invoice_no'),
  byHand,
  ticketType: ofBlue('ticket_type'),
  title: ofBlue('title'),
  blueAmount: sql`(select i.amount::float8 from invoice i where i.invoice_id = t.invoice_id)`,
  redNo: sql`(select i.invoice_no from invoice i where i.red_id = t.red_id)`,
}

export interface Confirm {
  redId: string
  confirmNo: string
  invoiceId: string
  /** 分 */
  amount: number
  ticketBefore: string
  status: string
  version: number
  /** Day on which it was asked for, YYYY-MM-DD. */
  askedOn: string
  deptId: string | null
  createBy: string | null
}

export async function confirmOf(db: Db, redId: string, locked = false): Promise<Confirm | undefined> {
  const { rows } = await sql<Confirm>`select red_id as "redId", confirm_no as "confirmNo", invoice_id as "invoiceId", red_amount::float8 as amount, ticket_before as "ticketBefore",
      red_status as status, version, ${dayText(sql`create_time`)} as "askedOn", dept_id as "deptId", create_by as "createBy"
    from red_confirm where red_id = ${redId}::bigint ${locked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

export const setProblem = (db: Db, redId: string, problem: string | null) => sql`update red_confirm set problem = ${problem} where red_id = ${redId}::bigint`.execute(db)

/** Tax that credit notes have taken of a blue one so far; 分. */
export async function taxTaken(db: Db, blueId: string): Promise<number> {
  const { rows } = await sql<{ tax: number }>`select coalesce(-sum(tax_amount), 0)::float8 as tax from invoice where blue_id = ${blueId}::bigint`.execute(db)
  return rows[0]?.tax ?? 0
}

/** Confirmations whose deadline has passed; at most 500 at a time. */
export async function overdue(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select red_id as id from red_confirm where red_status = 'waiting' and confirm_deadline <= ${now} order by confirm_deadline limit 500`.execute(db)
  return rows.map((r) => r.id)
}
