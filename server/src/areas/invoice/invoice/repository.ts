import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { fen, fromDay, memberFields, toDay } from '../../fee/api'
import { invoicesFound } from '../found.repository'

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

export interface NewInvoice {
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
  /** 分; below zero on a credit note. */
  amount: number
  taxAmount: number
  issueDate: string
  issueWay: 'manual' | 'provider' | 'trial'
  deptId: string | null
  createBy: string | null
}

export async function addInvoice(db: Db, t: NewInvoice): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into invoice (invoice_no, apply_id, blue_id, red_id, member_id, biz_type, ticket_type, title, tax_no, item_name, amount, tax_amount, issue_date, issue_way, dept_id, create_by)
    values (${t.invoiceNo}, ${t.applyId}::bigint, ${t.blueId}::bigint, ${t.redId}::bigint, ${t.memberId}::bigint, ${t.bizType}, ${t.ticketType}, ${t.title}, ${t.taxNo}, ${t.itemName},
      ${t.amount}::bigint, ${t.taxAmount}::bigint, ${t.issueDate}::date, ${t.issueWay}, ${t.deptId}::bigint, ${t.createBy}::bigint) returning invoice_id as id`.execute(db)
  return rows[0]?.id ?? ''
}

export const setDocuments = (db: Db, invoiceId: string, papers: readonly { fileId: string; fileName: string; fileSize: number }[]) =>
  sql`update invoice set papers = ${JSON.stringify(papers)}::jsonb where invoice_id = ${invoiceId}::bigint`.execute(db)

export const addCreditNote = (db: Db, invoiceId: string, amount: number) => sql`update invoice set red_amount = red_amount + ${amount}::bigint where invoice_id = ${invoiceId}::bigint`.execute(db)

export interface InvoiceFacts {
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
  isCreditNote: boolean
  status: string
  issueWay: string
  version: number
  papers: { fileId: string; fileName: string; fileSize: number }[]
  deptId: string | null
  receiveEmail: string | null
}

/** An invoice, locked where an action is to check it. */
export async function invoiceOf(db: Db, invoiceId: string, locked = false): Promise<InvoiceFacts | undefined> {
  const { rows } = await sql<InvoiceFacts>`select invoice_id as "invoiceId", invoice_no as "invoiceNo", apply_id as "applyId", member_id as "memberId", biz_type as "bizType", ticket_type as "ticketType",
      title, tax_no as "taxNo", item_name as "itemName", amount::float8 as amount, tax_amount::float8 as "taxAmount", red_amount::float8 as "redAmount", blue_id is not null as "isCreditNote",
      ticket_status as status, issue_way as "issueWay", version, papers, dept_id as "deptId", (select a.head_facts->>'receiveEmail' from invoice_apply a where a.apply_id = invoice.apply_id) as "receiveEmail"
    from invoice where invoice_id = ${invoiceId}::bigint ${locked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

export interface InvoiceFilter {
  keyword?: string | null | undefined
  bizType?: string | undefined
  ticketType?: string | undefined
  issueWay?: string | undefined
  ticketStatus?: readonly string[] | undefined
  memberId?: string | undefined
  issueDateFrom?: string | undefined
  issueDateTo?: string | undefined
}

/** How many invoices a filter of the list matches within a scope, and what they come to; amounts in 分. */
export async function totals(db: Db, scope: Expression<SqlBool>, given: InvoiceFilter): Promise<{ count: number; amount: number; taxAmount: number }> {
  const { keyword, bizType, ticketType, issueWay, ticketStatus, memberId, issueDateFrom, issueDateTo } = given
  const all: Expression<SqlBool>[] = [scope]
  if (keyword?.trim()) all.push(invoicesFound(keyword))
  if (bizType) all.push(sql<SqlBool>`t.biz_type = ${bizType}`)
  if (ticketType) all.push(sql<SqlBool>`t.ticket_type = ${ticketType}`)
  if (issueWay) all.push(sql<SqlBool>`t.issue_way = ${issueWay}`)
  if (ticketStatus && ticketStatus.length > 0) all.push(sql<SqlBool>`t.ticket_status = any(${[...ticketStatus]})`)
  if (memberId) all.push(sql<SqlBool>`t.member_id = ${memberId}::bigint`)
  if (issueDateFrom) all.push(filters.issueDateFrom(issueDateFrom))
  if (issueDateTo) all.push(filters.issueDateTo(issueDateTo))
  const { rows } = await sql<{ count: number; amount: number; taxAmount: number }>`select count(*)::float8 as count, coalesce(sum(t.amount), 0)::float8 as amount, coalesce(sum(t.tax_amount), 0)::float8 as "taxAmount"
    from invoice t where ${sql.join(all, sql` and `)}`.execute(db)
  return rows[0] ?? { count: 0, amount: 0, taxAmount: 0 }
}
