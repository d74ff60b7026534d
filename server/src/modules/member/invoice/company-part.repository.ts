import type { issueWay, ticketStatus } from '@assoc/contract/member/invoice'
import type { ticketType } from '@assoc/contract/member/invoice-apply'
import { sql } from 'kysely'
import { withinScope } from '../../../platform/access/entities'
import type { Who } from '../../../platform/access/who'
import type { Db } from '../../../platform/database/database'
import { tickets } from './ticket'

export interface CompanyTicket {
  invoiceNo: string
  ticketType: keyof typeof ticketType.labels
  issueDate: string
  amount: string
  itemName: string
  status: keyof typeof ticketStatus.labels
  issueWay: keyof typeof issueWay.labels
  total: string
  /** Sum of blue and red tickets without those of the trial provider; 分. */
  net: string
}

/** The latest tickets of a company's memberships, with their number and sum. */
export const ticketsOfCompany = async (db: Db, who: Who, companyId: string, limit: number): Promise<CompanyTicket[]> =>
  (
    await sql<CompanyTicket>`select i.invoice_no as "invoiceNo", i.ticket_type as "ticketType", i.issue_date as "issueDate", i.amount, i.item_name as "itemName", i.ticket_status as status,
        i.issue_way as "issueWay", count(*) over () as total, coalesce(sum(i.amount) filter (where i.issue_way <> 'trial') over (), 0) as net
      from member m join invoice i on i.member_id = m.member_id
      where m.company_id = ${companyId}::bigint and ${withinScope(who, tickets.mounted.entity, 'i')} order by i.issue_date desc, i.invoice_id desc limit ${limit}`.execute(db)
  ).rows

/** Memberships of the company that have tickets, with their number; the newest membership first. */
export const membersWithTickets = async (db: Db, who: Who, companyId: string) =>
  (
    await sql<{ member_id: string; member_no: string; rows: number }>`select m.member_id::text, m.member_no, count(*)::int as rows from member m join invoice i on i.member_id = m.member_id
      where m.company_id = ${companyId}::bigint and ${withinScope(who, tickets.mounted.entity, 'i')} group by m.member_id order by m.member_id desc`.execute(db)
  ).rows
