import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { companiesHolding } from '../../member/api'
import { takesPlace, type Meeting } from '../meeting/repository'
import type { RegStatus } from '../meeting/tables'

export const computed = {
  seatNo: sql<string | null>`(select s.area || '-' || s.line || '-' || s.place from meeting_seat s where s.register_id = t.register_id)`,
  places: sql<string>`(select (select count(*) from meeting_registration r where r.meet_id = t.meet_id and ${takesPlace('r', 'm')}) || ' / ' || case m.capacity when 0 then '不限' else m.capacity::text end from meeting m where m.meet_id = t.meet_id)`,
  waitingNow: sql<number>`(select count(*)::int from meeting_registration r where r.meet_id = t.meet_id and r.reg_status = 'waiting')`,
  dueAmount: sql<number>`t.due_amount::float8`,
  feeProof: sql<string | null>`(select string_agg(case e.entry_type when 'paid' then '缴费 ' else '退款 ' end || e.entry_date || coalesce('，流水 ' || e.serial_no, '') || coalesce('，凭证 ' || e.receipt_no, ''), '；' order by e.entry_id) from meeting_fee_entry e where e.register_id = t.register_id)`,
  meetingName: sql<string>`(select m.meeting_name from meeting m where m.meet_id = t.meet_id)`,
  startTime: sql<Date>`(select m.start_time from meeting m where m.meet_id = t.meet_id)`,
  companyName: sql<string | null>`coalesce((select c.short_name from company_public c where c.company_id = t.company_id), t.unit_name)`,
  stockCode: sql<string | null>`(select c.stock_code from company_public c where c.company_id = t.company_id)`,
  ofCompany: sql<string | null>`(select (select count(*) from meeting_registration r where r.meet_id = t.meet_id and r.company_id = t.company_id and ${takesPlace('r', 'm')}) || ' / ' || case m.per_company_limit when 0 then '不限' else m.per_company_limit::text end
    from meeting m where m.meet_id = t.meet_id and t.company_id is not null)`,
  before: sql<number | null>`case when t.reg_status = 'waiting' then (select count(*) from meeting_registration r where r.meet_id = t.meet_id and r.reg_status = 'waiting' and (r.wait_since, r.register_id) < (t.wait_since, t.register_id))::int end`,
}

/** Registrations whose name or unit holds the keyword; each half is found by its own index. */
export function holding(keyword: string) {
  const { grams, exact } = gramsOfKeyword(keyword)
  const text = exact ? sql`` : sql` and (r.name ilike ${contains(keyword.trim())} or r.unit_name ilike ${contains(keyword.trim())})`
  return sql<SqlBool>`t.register_id = any(array(
    select r.register_id from meeting_registration r where r.search_grams @> ${grams}::text[]${text}
    union select r.register_id from meeting_registration r where r.company_id = any(array(${companiesHolding(keyword)}))))`
}

const ofMeetings = (which: RawBuilder<unknown>) => sql<SqlBool>`t.meet_id = any(array(select m.meet_id from meeting m where ${which}))`
/** By the meetings' own fields and by the companies' place; each is looked up before, and the registrations by their index. */
export const filters = {
  meetingType: (types: readonly string[]) => ofMeetings(sql`m.meeting_type = any(${[...types]}::text[])`),
  startDateFrom: (day: string) => ofMeetings(sql`m.start_time >= ${day}::date::timestamp at time zone 'Asia/Shanghai'`),
  startDateTo: (day: string) => ofMeetings(sql`m.start_time < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`),
  jurisdiction: (place: string) => sql<SqlBool>`t.company_id = any(array(select c.company_id from company_public c where c.jurisdiction = ${place}))`,
}

export const withMobile = (mobile: string) => sql<SqlBool>`t.mobile = ${mobile.replace(/[\s-]/g, '')}`

/** Numbers count on from a sequence and never wait for one another; those of transactions that were given up are missing. */
export async function nextRegisterNo(db: Db, day: string): Promise<string> {
  const { rows } = await sql<{ n: string }>`select nextval('meeting_register_no') % 1000000 as n`.execute(db)
  return `BM${day.slice(2)}${String(rows[0]?.n ?? 0).padStart(6, '0')}`
}

/** Who is registered for the meeting by this number, without those who were refused or have cancelled. */
export const standing = (db: Db, meetId: string, mobile: string) =>
  db
    .selectFrom('meeting_registration')
    .select(['register_id as registerId', 'register_no as registerNo', 'reg_status as regStatus'])
    // Written by this very transaction, as the rows of one file are.
    .select(sql<boolean>`create_time = now()`.as('together'))
    .where('meet_id', '=', meetId)
    .where('mobile', '=', mobile)
    .where('reg_status', 'not in', ['rejected', 'cancelled'])
    .executeTakeFirst()

/** Places that are taken, of the meeting and of one company; `without` is a registration that does not count. */
export async function placesTaken(db: Db, meetId: string, companyId: string | null, without: string | null = null): Promise<{ taken: number; ofCompany: number }> {
  const { rows } = await sql<{ taken: number; of_company: number }>`
    select count(*)::int as taken, count(*) filter (where r.company_id = ${companyId}::bigint)::int as of_company
    from meeting_registration r join meeting m on m.meet_id = r.meet_id
    where r.meet_id = ${meetId}::bigint and ${takesPlace('r', 'm')} and r.register_id is distinct from ${without}::bigint`.execute(db)
  return { taken: rows[0]?.taken ?? 0, ofCompany: rows[0]?.of_company ?? 0 }
}

/** How often options are taken, of all and by one company; `without` is a registration that does not count. */
export async function optionsTaken(db: Db, meetId: string, names: readonly string[], companyId: string | null, without: string | null): Promise<Map<string, { taken: number; ofCompany: number }>> {
  const { rows } = await sql<{ name: string; taken: number; of_company: number }>`
    select n as name, count(*)::int as taken, count(*) filter (where r.company_id = ${companyId}::bigint)::int as of_company
    from meeting_registration r join meeting m on m.meet_id = r.meet_id, unnest(r.option_names) n
    where r.meet_id = ${meetId}::bigint and ${takesPlace('r', 'm')} and r.register_id is distinct from ${without}::bigint and n = any(${[...names]}::text[]) group by n`.execute(db)
  return new Map(rows.map((row) => [row.name, { taken: row.taken, ofCompany: row.of_company }]))
}

/** Whether a company is among those that the meeting is for: by the category of one of its memberships, and by its jurisdiction. */
export async function isInvited(db: Db, companyId: string, { audienceCategories, audienceJurisdictions }: Pick<Meeting, 'audienceCategories' | 'audienceJurisdictions'>): Promise<boolean> {
  const { rows } = await sql<{ invited: boolean }>`
    select (cardinality(${audienceCategories}::bigint[]) = 0 or exists (select from member_public m where m.company_id = c.company_id and not m.deleted and m.member_status = 'normal' and m.category_id = any(${audienceCategories}::bigint[])))
      and (cardinality(${audienceJurisdictions}::text[]) = 0 or c.jurisdiction = any(${audienceJurisdictions}::text[])) as invited
    from company_public c where c.company_id = ${companyId}::bigint`.execute(db)
  return rows[0]?.invited ?? false
}

const PERSON = sql`r.register_id as "registerId", r.name, r.mobile, r.email, r.reg_status as "regStatus", r.create_by as "createBy"`

export interface Registered {
  registerId: string
  name: string
  mobile: string
  email: string | null
  regStatus: RegStatus
  createBy: string | null
}

/** The first who waits and whom no limit of a company or of an option that they chose stops; who is passed over keeps theirs. */
export async function nextWaiting(db: Db, { meetId, perCompanyLimit }: Pick<Meeting, 'meetId' | 'perCompanyLimit'>): Promise<Registered | undefined> {
  const { rows } = await sql<Registered>`
    with taking as materialized (
      select c.company_id, c.option_names from meeting_registration c join meeting m on m.meet_id = c.meet_id where c.meet_id = ${meetId}::bigint and ${takesPlace('c', 'm')}
    ), companies as materialized (select company_id, count(*) as n from taking where company_id is not null group by company_id
    ), offered as materialized (
      select o.name, o.places, o."perCompany" as of_company, (select count(*) from taking where o.name = any(taking.option_names)) as taken
      from meeting m, jsonb_to_recordset(m.options) o(name text, places int, "perCompany" int) where m.meet_id = ${meetId}::bigint
    ), by_company as materialized (select company_id, n as name, count(*) as taken from taking, unnest(option_names) n where company_id is not null group by company_id, n)
    select ${PERSON} from meeting_registration r where r.meet_id = ${meetId}::bigint and r.reg_status = 'waiting'
      and (${perCompanyLimit}::int = 0 or r.company_id is null or coalesce((select n from companies where companies.company_id = r.company_id), 0) < ${perCompanyLimit}::int)
      and not exists (select from offered where offered.name = any(r.option_names) and (
        (offered.places > 0 and offered.taken >= offered.places)
        or (offered.of_company > 0 and coalesce((select b.taken from by_company b where b.company_id = r.company_id and b.name = offered.name), 0) >= offered.of_company)))
    order by r.wait_since, r.register_id limit 1`.execute(db)
  return rows[0]
}

/** Gives a place to who waits: at once, or as an offer that ends after some hours. Answers when it ends. */
export async function give(db: Db, registerId: string, offerHours: number): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    update meeting_registration set reg_status = case when ${offerHours}::int = 0 then 'confirmed' else 'offered' end,
      offer_until = case when ${offerHours}::int = 0 then null else now() + make_interval(hours => ${offerHours}::int) end, version = version + 1, update_time = now()
    where register_id = ${registerId}::bigint and reg_status = 'waiting' returning offer_until as until`.execute(db)
  return rows[0]?.until ?? null
}

/** Offers that have ended unanswered, of meetings that have not begun; at most 500 at a time. */
export async function endedOffers(db: Db): Promise<{ meetId: string }[]> {
  const { rows } = await sql<{ meetId: string }>`select distinct meet_id as "meetId" from meeting_registration where reg_status = 'offered' and offer_until <= now() order by 1 limit 500`.execute(db)
  return rows
}

/** Takes back the offers of a meeting that have ended; answers whose. */
export async function takeBackOffers(db: Db, meetId: string): Promise<Registered[]> {
  const { rows } = await sql<Registered>`
    update meeting_registration r set reg_status = 'cancelled', version = version + 1, update_time = now()
    where r.meet_id = ${meetId}::bigint and r.reg_status = 'offered' and r.offer_until <= now() returning ${PERSON}`.execute(db)
  return rows
}

export const noteWaiting = (db: Db, registerId: string) => db.updateTable('meeting_registration').set({ wait_since: sql<Date>`clock_timestamp()` }).where('register_id', '=', registerId).execute()

export const noteOpinion = (db: Db, registerId: string, opinion: string | null) => db.updateTable('meeting_registration').set({ audit_opinion: opinion }).where('register_id', '=', registerId).execute()

/** Money that was paid for a place that is given up is to be given back; what was not paid is not owed any more. */
export const settleFee = (db: Db, registerId: string) =>
  db
    .updateTable('meeting_registration')
    .set({ pay_status: sql`case pay_status when 'paid' then 'toRefund' when 'unpaid' then 'none' else pay_status end` })
    .where('register_id', '=', registerId)
    .execute()

/** Cancels all that stand for a meeting; answers whose, with the status they had. */
export async function cancelAll(db: Db, meetId: string, reason: string | null): Promise<{ registerId: string; before: RegStatus }[]> {
  const { rows } = await sql<{ registerId: string; before: RegStatus }>`
    with live as (select register_id, reg_status from meeting_registration where meet_id = ${meetId}::bigint and reg_status in ('pending', 'confirmed', 'waiting', 'offered') order by register_id for no key update)
    update meeting_registration r set reg_status = 'cancelled', audit_opinion = ${reason}, meeting_cancelled = true, version = r.version + 1, update_time = now(),
      pay_status = case pay_status when 'paid' then 'toRefund' when 'unpaid' then 'none' else pay_status end
    from live where r.register_id = live.register_id returning r.register_id as "registerId", live.reg_status as before`.execute(db)
  return rows
}

/** Some of those who were cancelled with the meeting and have not been told; whoever is answered counts as told. */
export async function takeUntold(db: Db, meetId: string, count: number): Promise<Registered[]> {
  const { rows } = await sql<Registered>`
    with next as (select register_id from meeting_registration where meet_id = ${meetId}::bigint and meeting_cancelled and not told order by register_id limit ${count} for update skip locked)
    update meeting_registration r set told = true from next where r.register_id = next.register_id returning ${PERSON}`.execute(db)
  return rows
}

/** Those who have a place or wait for one, after one of them in the order of their ids. */
export async function livingAfter(db: Db, meetId: string, after: string, count: number): Promise<Registered[]> {
  const { rows } = await sql<Registered>`
    select ${PERSON} from meeting_registration r where r.meet_id = ${meetId}::bigint and r.register_id > ${after}::bigint and r.reg_status in ('pending', 'confirmed', 'waiting', 'offered')
    order by r.register_id limit ${count}`.execute(db)
  return rows
}

/** What the end of meetings makes of registrations that did not come: with a place they are absent, without one they are over. */
export async function missed(db: Db, meetIds: readonly string[]): Promise<{ registerId: string; before: RegStatus; after: RegStatus }[]> {
  if (meetIds.length === 0) return []
  const { rows } = await sql<{ registerId: string; before: RegStatus; after: RegStatus }>`
    with open as (select register_id, reg_status from meeting_registration where meet_id = any(${[...meetIds]}::bigint[]) and reg_status in ('pending', 'confirmed', 'waiting', 'offered') order by register_id for no key update)
    update meeting_registration r set reg_status = case open.reg_status when 'confirmed' then 'absent' else 'cancelled' end, version = r.version + 1, update_time = now()
    from open where r.register_id = open.register_id returning r.register_id as "registerId", open.reg_status as before, r.reg_status as after`.execute(db)
  return rows
}
