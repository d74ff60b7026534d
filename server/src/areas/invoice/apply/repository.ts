import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { dayText, sinceDay, untilDay } from '../../../platform/database/day'
import { fen, memberFields } from '../../fee/api'
import type { Head } from '../head/repository'
import { byHand } from '../provider/way.repository'
import { bankCheckOf } from './money.repository'

export const computed = {
  ...memberFields(),
  amount: fen('amount'),
  // As taxWithin does it, by the percent of the rate.
  taxAmount: sql`coalesce((select round(t.amount::numeric * x.percent / (100 + x.percent)) from (values ('six', 6), ('three', 3), ('one', 1)) x (rate, percent) where x.rate = t.tax_rate), 0)::float8`,
  byHand,
  bankCheck: bankCheckOf,
  receivedAmount: fen('received_amount'),
  invoiceNo: sql`(select i.invoice_no from invoice i where i.apply_id = t.apply_id and i.blue_id is null)`,
}
export const filters = { updateTimeFrom: sinceDay('update_time'), updateTimeTo: untilDay('update_time') }

/** Keeps the head as it is now with the application; what the provider said of an earlier one is forgotten. */
export const keepHead = (db: Db, applyId: string, head: Head) =>
  sql`update invoice_apply set title = ${head.title}, tax_no = ${head.taxNo}, problem = null, head_facts = ${JSON.stringify({ bankName: head.bankName, bankAccount: head.bankAccount, regAddress: head.regAddress, regPhone: head.regPhone, receiveEmail: head.receiveEmail })}::jsonb
    where apply_id = ${applyId}::bigint`.execute(db)

/** The application once the member is locked: whoever waited for the lock may have read it as it was before. */
export async function stateOf(db: Db, applyId: string): Promise<{ status: string; version: number } | undefined> {
  const { rows } = await sql<{ status: string; version: number }>`select invoice_status as status, version from invoice_apply where apply_id = ${applyId}::bigint for update`.execute(db)
  return rows[0]
}

export interface Application {
  applyId: string
  applyNo: string
  memberId: string
  bizType: string
  ticketType: 'dues' | 'normal' | 'special'
  title: string
  taxNo: string | null
  facts: { bankName: string | null; bankAccount: string | null; regAddress: string | null; regPhone: string | null; receiveEmail: string }
  amount: number
  freed: number
  taxRate: string | null
  itemName: string
  remark: string | null
  status: string
  /** Day on which it was asked for, YYYY-MM-DD. */
  askedOn: string
  deptId: string | null
  createBy: string | null
}

/** The number that the head of an application names for its invoices, as it is now; null where it names none. */
export async function receiverOf(db: Db, applyId: string): Promise<string | null> {
  const { rows } = await sql<{ mobile: string | null }>`select h.receive_mobile as mobile from invoice_apply a join invoice_head h using (head_id) where a.apply_id = ${applyId}::bigint`.execute(db)
  return rows[0]?.mobile ?? null
}

export async function applicationOf(db: Db, applyId: string): Promise<Application | undefined> {
  const { rows } = await sql<Application>`select apply_id as "applyId", apply_no as "applyNo", member_id as "memberId", biz_type as "bizType", ticket_type as "ticketType", title, tax_no as "taxNo",
      head_facts as facts, amount::float8 as amount, freed_amount::float8 as freed, tax_rate as "taxRate", item_name as "itemName", remark, invoice_status as status,
      ${dayText(sql`create_time`)} as "askedOn", dept_id as "deptId", create_by as "createBy"
    from invoice_apply where apply_id = ${applyId}::bigint`.execute(db)
  return rows[0]
}

export const setProblem = (db: Db, applyId: string, problem: string | null) => sql`update invoice_apply set problem = ${problem} where apply_id = ${applyId}::bigint`.execute(db)

/** Whoever sets an application right, or hands it in again, is its applicant from then on, and does not check it. */
export const setApplicant = (db: Db, applyId: string, userId: string) => sql`update invoice_apply set create_by = ${userId}::bigint where apply_id = ${applyId}::bigint`.execute(db)
