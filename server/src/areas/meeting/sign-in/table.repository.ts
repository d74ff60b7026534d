import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { contains } from '../../../platform/database/list'
import type { Db } from '../../../platform/database/database'
import { deptName } from '../../../platform/identity/departments'
import { companiesHolding } from '../../member/api'
import { takesPlace } from '../meeting/repository'
import { expected } from './repository'

// Who is expected at a session and who has come. Everything is read of one meeting, by its index.

const COMPANY = sql`coalesce((select c.short_name from company_public c where c.company_id = r.company_id), r.unit_name)`
const ROWS = (sessionId: string) => sql`meeting_session e join meeting_registration r on r.meet_id = e.meet_id
  left join meeting_sign_in s on s.session_id = e.session_id and s.register_id = r.register_id and s.revoked_time is null
  where e.session_id = ${sessionId}::bigint`
const STATE = sql`case when s.sign_id is null then 'missing' when s.late then 'late' else 'arrived' end`

export interface Row {
  registerId: string
  registerNo: string
  name: string
  companyName: string | null
  postName: string
  mobileEnd: string
  regStatus: string
  state: 'arrived' | 'late' | 'missing'
  signTime: Date | null
  way: 'code' | 'digits' | 'scan' | 'staff' | 'walkIn' | null
  gate: string | null
  forced: boolean
}

export interface Wanted {
  state?: string | null | undefined
  keyword?: string | null | undefined
  everybody?: boolean | undefined
  /** Those whose name in pinyin fits, which the caller has looked up. */
  ids?: readonly string[] | undefined
}

function condition({ state, keyword, everybody, ids }: Wanted): RawBuilder<SqlBool> {
  const parts: RawBuilder<SqlBool>[] = [everybody ? sql<SqlBool>`true` : sql<SqlBool>`(${expected('r')} or s.sign_id is not null)`]
  if (state) parts.push(sql<SqlBool>`${STATE} = ${state}`)
  const word = keyword?.trim()
  if (word) {
    const found = [sql<SqlBool>`r.name ilike ${contains(word)}`, sql<SqlBool>`r.unit_name ilike ${contains(word)}`, sql<SqlBool>`r.register_no = ${word.toUpperCase()}`, sql<SqlBool>`r.company_id = any(array(${companiesHolding(word)}))`]
    if (/^\d{4}$/.test(word)) found.push(sql<SqlBool>`right(r.mobile, 4) = ${word}`)
    if (ids && ids.length > 0) found.push(sql<SqlBool>`r.register_id = any(${[...ids]}::bigint[])`)
    parts.push(sql<SqlBool>`(${sql.join(found, sql` or `)})`)
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** People of a session: who came last first, then who has not come, by number. */
export async function page(db: Db, sessionId: string, wanted: Wanted, limit: number, offset: number): Promise<{ items: Row[]; total: number }> {
  const { rows } = await sql<Row & { total: number }>`
    select r.register_id as "registerId", r.register_no as "registerNo", r.name, ${COMPANY} as "companyName", r.post_name as "postName", right(r.mobile, 4) as "mobileEnd", r.reg_status as "regStatus",
      ${STATE} as state, s.sign_time as "signTime", s.way, s.gate, coalesce(s.forced, false) as forced, count(*) over ()::int as total
    from ${ROWS(sessionId)} and ${condition(wanted)}
    order by s.sign_time desc nulls last, r.register_id limit ${limit} offset ${offset}`.execute(db)
  return { items: rows, total: rows[0]?.total ?? 0 }
}

/** People as they are printed: by company, then by name. */
export async function toPrint(db: Db, sessionId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.register_id as "registerId", r.register_no as "registerNo", r.name, ${COMPANY} as "companyName", r.post_name as "postName", right(r.mobile, 4) as "mobileEnd", r.reg_status as "regStatus",
      ${STATE} as state, s.sign_time as "signTime", s.way, s.gate, coalesce(s.forced, false) as forced
    from ${ROWS(sessionId)} and ${condition({})}
    order by "companyName" nulls last, r.name, r.register_id`.execute(db)
  return rows
}

export const names = async (db: Db, sessionId: string): Promise<{ registerId: string; name: string }[]> =>
  (await sql<{ registerId: string; name: string }>`select r.register_id as "registerId", r.name from meeting_session e join meeting_registration r on r.meet_id = e.meet_id where e.session_id = ${sessionId}::bigint`.execute(db)).rows

export interface Counts {
  registered: number
  arrived: number
  late: number
  forced: number
}

export async function counts(db: Db, sessionId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as registered, count(s.sign_id)::int as arrived, (count(*) filter (where s.late))::int as late, (count(*) filter (where s.forced))::int as forced
    from ${ROWS(sessionId)} and ${condition({})}`.execute(db)
  return rows[0] ?? { registered: 0, arrived: 0, late: 0, forced: 0 }
}

export const perGate = async (db: Db, sessionId: string) =>
  (await sql<{ gate: string; arrived: number }>`select coalesce(gate, '自助签到') as gate, count(*)::int as arrived from meeting_sign_in where session_id = ${sessionId}::bigint and revoked_time is null group by 1 order by 2 desc, 1 limit 20`.execute(db)).rows

/** Companies with most people at the session; those of whom nobody has come are not left out. */
export const perCompany = async (db: Db, sessionId: string) =>
  (await sql<{ companyName: string; registered: number; arrived: number }>`
    select coalesce(${COMPANY}, '其他') as "companyName", count(*)::int as registered, count(s.sign_id)::int as arrived
    from ${ROWS(sessionId)} and ${condition({})} group by 1 order by 2 desc, 1 limit 30`.execute(db)).rows

export const last = async (db: Db, sessionId: string) =>
  (await sql<{ name: string; companyName: string | null; gate: string | null; signTime: Date }>`
    select r.name, ${COMPANY} as "companyName", s.gate, s.sign_time as "signTime" from meeting_sign_in s join meeting_registration r using (register_id)
    where s.session_id = ${sessionId}::bigint and s.revoked_time is null order by s.sign_time desc limit 12`.execute(db)).rows

export interface PublicMeeting {
  meetingName: string
  meetingStatus: string
  startTime: Date
  endTime: Date
  address: string | null
  online: boolean
  organizer: string | null
  contactName: string | null
  contactPhone: string | null
  regEnd: Date | null
  capacity: number
  detail: unknown
  cover: { fileId: string }[]
  taken: number
  waiting: number
  registered: number
}

/** What anybody may know of a meeting that was approved; nothing of one that was not. */
export async function publicMeeting(db: Db, meetId: string): Promise<PublicMeeting | undefined> {
  const { rows } = await sql<PublicMeeting>`
    select m.meeting_name as "meetingName", m.meeting_status as "meetingStatus", m.start_time as "startTime", m.end_time as "endTime", m.address, m.online_url is not null as online,
      ${deptName('m.organizer_dept_id')} as organizer, m.contact_name as "contactName", m.contact_phone as "contactPhone", m.reg_end as "regEnd", m.capacity, m.detail, m.cover,
      (select count(*) from meeting_registration r where r.meet_id = m.meet_id and ${takesPlace('r', 'm')})::int as taken,
      (select count(*) from meeting_registration r where r.meet_id = m.meet_id and r.reg_status in ('waiting', 'offered'))::int as waiting,
      (select count(*) from meeting_registration r where r.meet_id = m.meet_id and ${expected('r')})::int as registered
    from meeting m where m.meet_id = ${meetId}::bigint and m.meeting_status not in ('draft', 'pending', 'returned')`.execute(db)
  return rows[0]
}

export const publicNames = async (db: Db, meetId: string): Promise<string[]> =>
  (await sql<{ name: string }>`select r.name from meeting_registration r where r.meet_id = ${meetId}::bigint and ${expected('r')} order by r.create_time, r.register_id limit 200`.execute(db)).rows.map((r) => r.name)
