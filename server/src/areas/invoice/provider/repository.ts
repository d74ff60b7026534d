import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { CreditNoteRequest, InvoiceRequest } from './provider'

export interface RecordFacts {
  blue?: InvoiceRequest
  red?: CreditNoteRequest
}

export interface ProviderRecord {
  requestNo: string
  invoiceNo: string
  issueDate: string
  amount: number
  facts: RecordFacts
}

/** Writes a record under a number made of its own id. */
export async function addRecord(db: Db, record: Omit<ProviderRecord, 'invoiceNo'>, numbered: (count: string, day: string) => string): Promise<ProviderRecord> {
  const next = await sql<{ id: string }>`select nextval(pg_get_serial_sequence('invoice_provider_record', 'record_id')) as id`.execute(db)
  const id = next.rows[0]?.id ?? ''
  const invoiceNo = numbered(id, record.issueDate)
  await sql`insert into invoice_provider_record (record_id, request_no, invoice_no, issue_date, amount, facts) overriding system value
    values (${id}::bigint, ${record.requestNo}, ${invoiceNo}, ${record.issueDate}::date, ${record.amount}::bigint, ${JSON.stringify(record.facts)}::jsonb)`.execute(db)
  return { ...record, invoiceNo }
}

/** The first record of a request. */
export async function recordOf(db: Db, requestNo: string): Promise<ProviderRecord | undefined> {
  const { rows } = await sql<ProviderRecord>`select request_no as "requestNo", invoice_no as "invoiceNo", issue_date as "issueDate", amount::float8 as amount, facts
    from invoice_provider_record where request_no = ${requestNo} order by record_id limit 1`.execute(db)
  return rows[0]
}
