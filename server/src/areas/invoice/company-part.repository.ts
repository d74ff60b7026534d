import type { issueWay, ticketStatus } from '@assoc/contract/invoice/invoice'
import type { ticketType } from '@assoc/contract/invoice/apply'
import { sql } from 'kysely'
import { withinScope } from '../../platform/access/entities'
import type { Principal } from '../../platform/access/principal'
import type { Db } from '../../platform/database/database'
import { invoices } from './invoice'

export interface CompanyInvoice {
  invoiceNo: string
  ticketType: keyof typeof ticketType.labels
  issueDate: string
  amount: string
  itemName: string
  status: keyof typeof ticketStatus.labels
  issueWay: keyof typeof issueWay.labels
  total: string
  /** Sum of blue and credit notes without those of the trial provider; 分. */
  net: string
}

/** The latest invoices of a company's memberships, with their number and sum. */
export const invoicesOfCompany = async (db: Db, principal: Principal, companyId: string, limit: number): Promise<CompanyInvoice[]> =>
  (
    await sql<CompanyInvoice>`select i.invoice_no as "invoiceNo", i.ticket_type as "ticketType", i.issue_date as "issueDate", i.amount, i.item_name as "itemName", i.ticket_status as status,
        i.issue_way as "issueWay", count(*) over () as total, coalesce(sum(i.amount) filter (where i.issue_way <> 'trial') over (), 0) as net
      from member_public m join invoice i on i.member_id = m.member_id
      where m.company_id = ${companyId}::bigint and ${withinScope(principal, invoices.runtime.entity, 'i')} order by i.issue_date desc, i.invoice_id desc limit ${limit}`.execute(db)
  ).rows

/** Memberships of the company that have invoices, with their number; the newest membership first. */
export const membersWithInvoices = async (db: Db, principal: Principal, companyId: string) =>
  (
    await sql<{ member_id: string; member_no: string; rows: number }>`select m.member_id::text, m.member_no, count(*)::int as rows from member_public m join invoice i on i.member_id = m.member_id
      where m.company_id = ${companyId}::bigint and ${withinScope(principal, invoices.runtime.entity, 'i')} group by m.member_id, m.member_no order by m.member_id desc`.execute(db)
  ).rows
