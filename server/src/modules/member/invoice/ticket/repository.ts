import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database'
import { fen, fromDay, memberFields, toDay } from '../../fee/found.repository'

const ofApply = (column: string) => sql`(select ${sql.ref(`a.${column}`)} from invoice_apply a where a.apply_id = t.apply_id)`

export const computed = {
  ...memberFields(),
  applyNo: ofApply('apply_no'),
  amount: fen('amount'),
  taxAmount: fen('tax_amount'),
  redAmount: fen('red_amount'),
  blueNo: sql`(select b.invoice_no from invoice b where b.invoice_id = t.blue_id)`,
}
export const filters = { issueDateFrom: fromDay('issue_date'), issueDateTo: toDay('issue_date') }

export interface NewTicket {
  invoiceNo: string
  applyId: string
  blueId: string | null
  redId: string | null
  memberId: string
  bizType: string
  ticketType: string
  title: string
  taxNo: string | null
  itemName: string
  /** 分; below zero on a red ticket. */
  amount: number
  taxAmount: number
  issueDate: string
  deptId: string | null
  createBy: string | null
}

export async function addTicket(db: Db, t: NewTicket): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into invoice (invoice_no, apply_id, blue_id, red_id, member_id, biz_type, ticket_type, title, tax_no, item_name, amount, tax_amount, issue_date, dept_id, create_by)
    values (${t.invoiceNo}, ${t.applyId}::bigint, ${t.blueId}::bigint, ${t.redId}::bigint, ${t.memberId}::bigint, ${t.bizType}, ${t.ticketType}, ${t.title}, ${t.taxNo}, ${t.itemName},
      ${t.amount}::bigint, ${t.taxAmount}::bigint, ${t.issueDate}::date, ${t.deptId}::bigint, ${t.createBy}::bigint) returning invoice_id as id`.execute(db)
  return rows[0]?.id ?? ''
}

export const setPapers = (db: Db, invoiceId: string, papers: readonly { fileId: string; fileName: string; fileSize: number }[]) =>
  sql`update invoice set papers = ${JSON.stringify(papers)}::jsonb where invoice_id = ${invoiceId}::bigint`.execute(db)

export const addRed = (db: Db, invoiceId: string, amount: number) => sql`update invoice set red_amount = red_amount + ${amount}::bigint where invoice_id = ${invoiceId}::bigint`.execute(db)

export interface Ticket {
  invoiceId: string
  invoiceNo: string
  applyId: string
  memberId: string
  bizType: string
  ticketType: string
  title: string
  taxNo: string | null
  itemName: string
  amount: number
  taxAmount: number
  redAmount: number
  isRed: boolean
  status: string
  version: number
  papers: { fileId: string; fileName: string; fileSize: number }[]
  deptId: string | null
  receiveEmail: string | null
}

/** A ticket, locked where a deed is to judge it. */
export async function ticketOf(db: Db, invoiceId: string, locked = false): Promise<Ticket | undefined> {
  const { rows } = await sql<Ticket>`select invoice_id as "invoiceId", invoice_no as "invoiceNo", apply_id as "applyId", member_id as "memberId", biz_type as "bizType", ticket_type as "ticketType",
      title, tax_no as "taxNo", item_name as "itemName", amount::float8 as amount, tax_amount::float8 as "taxAmount", red_amount::float8 as "redAmount", blue_id is not null as "isRed",
      ticket_status as status, version, papers, dept_id as "deptId", (select a.head_facts->>'receiveEmail' from invoice_apply a where a.apply_id = invoice.apply_id) as "receiveEmail"
    from invoice where invoice_id = ${invoiceId}::bigint ${locked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}
