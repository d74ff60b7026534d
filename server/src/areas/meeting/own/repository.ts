import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { defineEntity, scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { takesPlace } from '../meeting/repository'
import type { RegStatus } from '../meeting/tables'
import { computed } from '../registration/repository'

/** A meeting that was published: whoever may use meetings may know of it. */
defineEntity({ name: 'openMeeting', table: 'meeting', idColumn: 'meet_id', deleted: sql<SqlBool>`meeting_status in ('draft', 'pending', 'returned')` })

const COMPANY = scopeOf('company')
const MEETING = scopeOf('meeting')
const companiesOf = ({ links }: Principal): string[] => links.companies.map(({ id }) => id)

/** Whether a meeting lies in somebody's data scope. */
export async function seesMeeting(db: Db, principal: Principal, meetId: string): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`select exists (select from meeting m where m.meet_id = ${meetId}::bigint and ${MEETING(principal, 'm')}) as seen`.execute(db)
  return rows[0]?.seen ?? false
}

/** Of companies those in somebody's data scope. */
export async function companiesInScope(db: Db, principal: Principal, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select c.company_id as id from company_public c where c.company_id = any(${[...ids]}::bigint[]) and not c.deleted and ${COMPANY(principal, 'c')}`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export interface OwnCompany {
  companyId: string
  companyName: string
}

/** Companies that an account acts for, and those that its mobile is a serving contact of: for the latter it registers its own person alone. */
export async function companiesFor(db: Db, principal: Principal, mobile: string | null): Promise<(OwnCompany & { acting: boolean })[]> {
  const { rows } = await sql<OwnCompany & { acting: boolean }>`
    select c.company_id as "companyId", c.company_name as "companyName", c.company_id = any(${companiesOf(principal)}::bigint[]) as acting from company_public c
    where not c.deleted and c.company_id in (
      select unnest(${companiesOf(principal)}::bigint[]) union select k.company_id from contact_public k where k.mobile = ${mobile} and k.contact_status = 'serving')
    order by acting desc, c.company_id limit 50`.execute(db)
  return rows
}

/** What is left of the meeting's places and of its options. */
export async function leftOf(db: Db, meetId: string): Promise<{ placesLeft: number | null; waiting: number; optionsLeft: Record<string, number> }> {
  const { rows } = await sql<{ placesLeft: number | null; waiting: number; optionsLeft: Record<string, number> }>`
    with taking as materialized (select r.option_names from meeting_registration r join meeting m on m.meet_id = r.meet_id where r.meet_id = ${meetId}::bigint and ${takesPlace('r', 'm')})
    select case when m.capacity > 0 then greatest(0, m.capacity - (select count(*)::int from taking)) end as "placesLeft",
      (select count(*)::int from meeting_registration r where r.meet_id = m.meet_id and r.reg_status = 'waiting') as waiting,
      coalesce((select jsonb_object_agg(o.name, greatest(0, o.places - (select count(*) from taking where o.name = any(option_names)))) from jsonb_to_recordset(m.options) o(name text, places int) where o.places > 0), '{}') as "optionsLeft"
    from meeting m where m.meet_id = ${meetId}::bigint`.execute(db)
  return rows[0] ?? { placesLeft: null, waiting: 0, optionsLeft: {} }
}

/** Registrations of somebody: of their own person by the account's mobile, of the companies that they act for, and those that they made. */
function isOwn(principal: Principal, mobile: string | null, part?: 'attend' | 'company' | 'made'): RawBuilder<SqlBool> {
  const parts = {
    attend: sql<SqlBool>`t.mobile = ${mobile}`,
    company: sql<SqlBool>`t.company_id = any(${companiesOf(principal)}::bigint[])`,
    made: sql<SqlBool>`t.create_by = ${principal.userId}::bigint`,
  }
  // The ids first: each part has an index of its own, and a condition with "or" over the joined rows would use none.
  const chosen = part ? [parts[part]] : Object.values(parts)
  return sql<SqlBool>`t.register_id = any(array(${sql.join(chosen.map((one) => sql`select t.register_id from meeting_registration t where ${one}`), sql` union `)}))`
}

export interface OwnQuery {
  mobile: string | null
  part?: 'attend' | 'company' | 'made' | undefined
  ended?: boolean | undefined
  keyword?: string | null | undefined
}

const OVER = sql<SqlBool>`(m.meeting_status in ('ended', 'archived', 'cancelled') or t.reg_status in ('rejected', 'cancelled'))`

export interface OwnRow {
  registerId: string
  version: number
  registerNo: string
  meetId: string
  meetingName: string
  startTime: Date
  endTime: Date
  address: string | null
  onlineUrl: string | null
  contactName: string | null
  contactPhone: string | null
  name: string
  companyName: string | null
  postName: string
  mobile: string
  regStatus: string
  payStatus: string
  optionNames: string[]
  seatNo: string | null
  before: number | null
  offerUntil: Date | null
  changeUntil: Date | null
  began: boolean
}

const ROW = sql`t.register_id as "registerId", t.version, t.register_no as "registerNo", t.meet_id as "meetId", m.meeting_name as "meetingName", m.start_time as "startTime", m.end_time as "endTime", m.address,
  m.online_url as "onlineUrl", m.contact_name as "contactName", m.contact_phone as "contactPhone", t.name, ${computed.companyName} as "companyName", t.post_name as "postName", t.mobile, t.reg_status as "regStatus", t.pay_status as "payStatus",
  t.option_names as "optionNames", (select ${computed.seatNo} from meeting_seat_plan p where p.meet_id = t.meet_id and p.published) as "seatNo", ${computed.before} as before, t.offer_until as "offerUntil", m.change_until as "changeUntil", now() >= least(m.start_time, coalesce(m.change_until, m.start_time)) as began`

export async function ownRows(db: Db, principal: Principal, { mobile, part, ended, keyword }: OwnQuery, limit: number, offset: number): Promise<{ total: number; items: OwnRow[] }> {
  const found = keyword?.trim() ? sql` and (m.meeting_name ilike ${contains(keyword.trim())} or t.name ilike ${contains(keyword.trim())} or t.register_no = ${keyword.trim().toUpperCase()})` : sql``
  const from = sql`from meeting_registration t join meeting m on m.meet_id = t.meet_id where ${isOwn(principal, mobile, part)}${ended === undefined ? sql`` : ended ? sql` and ${OVER}` : sql` and not ${OVER}`}${found}`
  const items = await sql<OwnRow>`select ${ROW} ${from} order by m.start_time ${ended ? sql`desc` : sql`asc`}, t.register_id limit ${limit} offset ${offset}`.execute(db)
  const total = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(db)
  return { items: items.rows, total: total.rows[0]?.n ?? 0 }
}

/** One of somebody's registrations; undefined for others. */
export async function ownRow(db: Db, principal: Principal, mobile: string | null, registerId: string): Promise<OwnRow | undefined> {
  const { rows } = await sql<OwnRow>`select ${ROW} from meeting_registration t join meeting m on m.meet_id = t.meet_id where t.register_id = ${registerId}::bigint and ${isOwn(principal, mobile)}`.execute(db)
  return rows[0]
}

export interface MeetingRow {
  meetId: string
  meetNo: string
  meetingName: string
  startTime: Date
  address: string | null
  regEnd: Date | null
  meetingStatus: string
  placesLeft: number | null
  taken: number
}

/** Meetings that registrations are open for, or those that somebody prepares. */
export async function meetingsFor(db: Db, userId: string, organised: boolean, limit: number, offset: number): Promise<{ total: number; items: MeetingRow[] }> {
  const which = organised ? sql`t.create_by = ${userId}::bigint` : sql`t.meeting_status = 'open' and (t.reg_end is null or t.reg_end > now()) and t.start_time > now()`
  const taken = sql`(select count(*)::int from meeting_registration r where r.meet_id = t.meet_id and ${takesPlace('r', 't')})`
  const { rows } = await sql<MeetingRow>`
    select t.meet_id as "meetId", t.meet_no as "meetNo", t.meeting_name as "meetingName", t.start_time as "startTime", t.address, t.reg_end as "regEnd", t.meeting_status as "meetingStatus",
      case when t.capacity > 0 then greatest(0, t.capacity - ${taken}) end as "placesLeft", ${taken} as taken
    from meeting t where ${which} order by t.start_time ${organised ? sql`desc` : sql`asc`}, t.meet_id limit ${limit} offset ${offset}`.execute(db)
  const total = await sql<{ n: number }>`select count(*)::int as n from meeting t where ${which}`.execute(db)
  return { items: rows, total: total.rows[0]?.n ?? 0 }
}


/** Number and status of a registration that was just made. */
export const standingOf = (db: Db, registerId: string): Promise<{ registerNo: string; regStatus: RegStatus }> =>
  db.selectFrom('meeting_registration').select(['register_no as registerNo', 'reg_status as regStatus']).where('register_id', '=', registerId).executeTakeFirstOrThrow()
