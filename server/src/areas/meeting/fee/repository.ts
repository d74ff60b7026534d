import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { Registered } from '../registration/repository'

/** What of money by its serial was used for fees and not given back, by serial; 分. */
export async function usedOf(db: Db, serials: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ serialNo: string; used: number }>`
    select serial_no as "serialNo", sum(case entry_type when 'paid' then amount else -amount end)::float8 as used from meeting_fee_entry where serial_no = any(${[...serials]}::text[]) group by serial_no`.execute(db)
  return new Map(rows.map((row) => [row.serialNo, row.used]))
}

export interface Entry {
  registerId: string
  entryType: 'paid' | 'refunded'
  serialNo: string | null
  receiptNo: string | null
  amount: number
  entryDate: string
  remark: string | null
  createBy: string
}

export const insertEntry = (db: Db, entry: Entry) =>
  db
    .insertInto('meeting_fee_entry')
    .values({ register_id: entry.registerId, entry_type: entry.entryType, serial_no: entry.serialNo, receipt_no: entry.receiptNo, amount: entry.amount, entry_date: entry.entryDate, remark: entry.remark, create_by: entry.createBy })
    .execute()

/** How a registration's fee was paid last. */
export async function lastPaid(db: Db, registerId: string): Promise<{ serialNo: string | null; receiptNo: string | null; amount: number; entryDate: string } | undefined> {
  const { rows } = await sql<{ serialNo: string | null; receiptNo: string | null; amount: number; entryDate: string }>`
    select serial_no as "serialNo", receipt_no as "receiptNo", amount::float8 as amount, entry_date::text as "entryDate" from meeting_fee_entry where register_id = ${registerId}::bigint and entry_type = 'paid' order by entry_id desc limit 1`.execute(db)
  return rows[0]
}

/** Moves the state of a fee on; the new version, or undefined where another one was there first. */
export async function movePay(db: Db, registerId: string, version: number, from: string, to: 'paid' | 'refunded'): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    update meeting_registration set pay_status = ${to}, version = version + 1, update_time = now() where register_id = ${registerId}::bigint and version = ${version} and pay_status = ${from} returning version`.execute(db)
  return rows[0]?.version
}

/** The standing membership of a company, for the invoice. */
export async function memberOf(db: Db, companyId: string | null): Promise<{ memberId: string; memberName: string } | undefined> {
  if (!companyId) return undefined
  const { rows } = await sql<{ memberId: string; memberName: string }>`
    select m.member_id as "memberId", c.company_name as "memberName" from member_public m join company_public c on c.company_id = m.company_id where m.company_id = ${companyId}::bigint and not m.deleted and m.member_status = 'normal' order by m.member_id limit 1`.execute(db)
  return rows[0]
}

/** By when a place must be paid: the meeting's last moment, and a day for who got it late. */
const DEADLINE = sql`greatest(m.pay_until, coalesce(r.placed_time, r.create_time) + interval '24 hours')`
const OWING = sql`r.reg_status = 'confirmed' and r.pay_status = 'unpaid' and m.pay_until is not null and m.meeting_status in ('published', 'open', 'closed') and now() < m.start_time`

/** Meetings at which somebody is to be warned, or has not paid in time. */
export async function owingMeetings(db: Db): Promise<{ meetId: string }[]> {
  const { rows } = await sql<{ meetId: string }>`
    select distinct r.meet_id as "meetId" from meeting_registration r join meeting m on m.meet_id = r.meet_id
    where ${OWING} and (now() >= ${DEADLINE} or (not r.pay_warned and now() >= ${DEADLINE} - interval '1 day')) order by 1 limit 200`.execute(db)
  return rows
}

const PERSON = sql`r.register_id as "registerId", r.name, r.mobile, r.email, r.reg_status as "regStatus", r.create_by as "createBy"`

/** Takes the places back that were not paid in time; answers whose. */
export async function takeUnpaid(db: Db, meetId: string): Promise<Registered[]> {
  const { rows } = await sql<Registered>`
    update meeting_registration r set reg_status = 'cancelled', pay_status = 'none', version = r.version + 1, update_time = now() from meeting m
    where m.meet_id = r.meet_id and r.meet_id = ${meetId}::bigint and ${OWING} and now() >= ${DEADLINE} returning ${PERSON}`.execute(db)
  return rows
}

/** Those who are to be warned that a day is left; whoever is answered counts as warned. */
export async function takeUnwarned(db: Db, meetId: string): Promise<(Registered & { dueAmount: number; until: Date })[]> {
  const { rows } = await sql<Registered & { dueAmount: number; until: Date }>`
    update meeting_registration r set pay_warned = true from meeting m
    where m.meet_id = r.meet_id and r.meet_id = ${meetId}::bigint and ${OWING} and not r.pay_warned and now() >= ${DEADLINE} - interval '1 day'
    returning ${PERSON}, r.due_amount::float8 as "dueAmount", ${DEADLINE} as until`.execute(db)
  return rows
}
