import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { sinceDay, untilDay } from '../../../platform/database/day'
import { actorName } from '../../../platform/identity/people'
import { memberFields } from '../../fee/api'
import { invoicesFound } from '../found.repository'

const ofInvoice = (column: string) => sql`(select ${sql.ref(`i.${column}`)} from invoice i where i.invoice_id = t.invoice_id)`

export const computed = {
  ...memberFields(ofInvoice('member_id')),
  invoiceNo: ofInvoice('invoice_no'),
  title: ofInvoice('title'),
  operator: actorName('t.create_by'),
}
export const filters = { updateTimeFrom: sinceDay('update_time'), updateTimeTo: untilDay('update_time') }

/** Seconds after which a mail that a run still has in its hands belongs to a run that died: longer than a mail server is waited for. */
export const LOST_SECONDS = 180

export interface Sending {
  sendId: string
  invoiceId: string
  sendTo: string
  tries: number
  /** Times that the other side was busy or away, or has refused it for now. */
  deferrals: number
}

/** Takes a waiting mail into the hands of one run, before the mail server hears of it; undefined when another run has it or had it. */
export async function claim(db: Db, sendId: string): Promise<Sending | undefined> {
  const { rows } = await sql<Sending>`update invoice_send set claim_time = now(), tries = tries + 1 where send_id = ${sendId}::bigint and send_result = 'waiting' and claim_time is null
    returning send_id as "sendId", invoice_id as "invoiceId", send_to as "sendTo", tries, deferrals`.execute(db)
  return rows[0]
}

/** Notes what was said of a mail; without a hand on it the next try may take it, and what was refused for now before is over. */
export const note = (db: Db, sendId: string, problem: string | null, sent: boolean) =>
  sql`update invoice_send set problem = ${problem}, claim_time = null, deferrals = 0, retry_time = null, send_time = case when ${sent} then now() else send_time end where send_id = ${sendId}::bigint`.execute(db)

/** Lets a mail wait that was refused for now; that try is not counted among those that a person sees. */
export const defer = (db: Db, sendId: string, problem: string, until: Date) =>
  sql`update invoice_send set problem = ${problem}, claim_time = null, tries = tries - 1, deferrals = deferrals + 1, retry_time = ${until} where send_id = ${sendId}::bigint and claim_time is not null`.execute(db)

/** Mails that a run which died had in its hands: they may have arrived. */
export async function lost(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select send_id as id from invoice_send where send_result = 'waiting' and claim_time < now() - make_interval(secs => ${LOST_SECONDS}) order by 1 limit 200`.execute(db)
  return rows.map((r) => r.id)
}

/** Waiting mails whose job is long over: it was lost with its last try. */
export async function standingStill(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select send_id as id from invoice_send where send_result = 'waiting' and claim_time is null and greatest(update_time, retry_time) < now() - interval '15 minutes' order by 1 limit 200`.execute(db)
  return rows.map((r) => r.id)
}

export const isWaiting = async (db: Db, sendId: string): Promise<boolean> =>
  (await sql`select 1 from invoice_send where send_id = ${sendId}::bigint and send_result = 'waiting' for update`.execute(db)).rows.length === 1

/** Invoices that can go out, by keyword, the latest first. */
export async function sendable(db: Db, scope: Expression<SqlBool>, keyword: string | null, limit: number): Promise<{ invoiceId: string; invoiceNo: string; title: string; receiveEmail: string | null }[]> {
  const { rows } = await sql<{ invoiceId: string; invoiceNo: string; title: string; receiveEmail: string | null }>`select t.invoice_id as "invoiceId", t.invoice_no as "invoiceNo", t.title, a.head_facts->>'receiveEmail' as "receiveEmail"
    from invoice t join invoice_apply a on a.apply_id = t.apply_id
    where t.ticket_status in ('issued', 'sent', 'partRed') and ${scope} and ${keyword ? invoicesFound(keyword) : sql`true`} order by t.issue_date desc, t.invoice_id desc limit ${limit}`.execute(db)
  return rows
}
