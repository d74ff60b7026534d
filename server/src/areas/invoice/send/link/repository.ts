import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database'

export interface SentInvoice {
  invoiceId: string
  invoiceNo: string
  status: string
  issueWay: string
  /** A file of the sending has been fetched before. */
  fetched: boolean
  papers: { fileId: string; fileName: string }[]
}

/** The invoice of a sending, as it stands now. */
export async function sentInvoice(db: Db, sendId: string): Promise<SentInvoice | undefined> {
  const { rows } = await sql<SentInvoice>`select i.invoice_id as "invoiceId", i.invoice_no as "invoiceNo", i.ticket_status as status, i.issue_way as "issueWay", s.read_time is not null as fetched, i.papers
    from invoice_send s join invoice i on i.invoice_id = s.invoice_id where s.send_id = ${sendId}::bigint`.execute(db)
  return rows[0]
}

/** Notes the first time that a file was fetched; false when it was noted before. */
export async function noteRead(db: Db, sendId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update invoice_send set read_time = now() where send_id = ${sendId}::bigint and read_time is null`.execute(db)
  return numAffectedRows === 1n
}
