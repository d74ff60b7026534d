import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { deptName } from '../../../platform/identity/departments'
import { roomsOfMeeting, roomStates } from './rooms.repository'
import type { MeetingStatus } from './tables'

/** Statuses of a registration that take a place; a waiting decision takes one where the meeting says so. */
export const takesPlace = (registration: string, meeting: string) =>
  sql<SqlBool>`(${sql.ref(`${registration}.reg_status`)} in ('confirmed', 'offered', 'attended') or (${sql.ref(`${registration}.reg_status`)} = 'pending' and ${sql.ref(`${meeting}.count_pending`)}))`

export const computed = {
  rooms: roomsOfMeeting,
  roomStates,
  organizerDeptName: deptName('t.organizer_dept_id'),
  audienceCategoryNames: sql<string>`(select coalesce(string_agg(c.category_name, '、' order by c.category_level), '') from member_category_public c where c.category_id = any(t.audience_categories))`,
  taken: sql<number>`(select count(*) from meeting_registration r where r.meet_id = t.meet_id and ${takesPlace('r', 't')})::int`,
  waiting: sql<number>`(select count(*) from meeting_registration r where r.meet_id = t.meet_id and r.reg_status in ('waiting', 'offered'))::int`,
  feeAmount: sql<number>`t.fee_amount::float8`,
  auditing: sql<number>`(select count(*) from meeting_registration r where r.meet_id = t.meet_id and r.reg_status = 'pending')::int`,
}

export const filters = {
  startDateFrom: (day: string) => sql<SqlBool>`t.start_time >= ${day}::date::timestamp at time zone 'Asia/Shanghai'`,
  startDateTo: (day: string) => sql<SqlBool>`t.start_time < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`,
}

export type Meeting = NonNullable<Awaited<ReturnType<typeof lockMeeting>>>

const meetingRow = (db: Db, meetId: string) =>
  db
    .selectFrom('meeting')
    .select(['meet_id as meetId', 'organizer_dept_id as organizerDeptId', 'meeting_name as meetingName', 'meeting_status as meetingStatus', 'start_time as startTime', 'end_time as endTime', 'address', 'online_url as onlineUrl', 'contact_name as contactName', 'contact_phone as contactPhone'])
    .select(['reg_start as regStart', 'reg_end as regEnd', 'change_until as changeUntil', 'pay_until as payUntil', 'capacity', 'per_company_limit as perCompanyLimit', 'need_audit as needAudit', 'count_pending as countPending', 'offer_hours as offerHours'])
    .select(sql<number>`fee_amount::float8`.as('feeAmount'))
    .select(['audience_categories as audienceCategories', 'audience_jurisdictions as audienceJurisdictions', 'options', 'questions'])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('meet_id', '=', meetId)

/**
 * Reads a meeting by the database's clock and holds its row to the end of the transaction: those who take or give a place of one meeting
 * go one after the other. Without it two could take the last one.
 */
export const lockMeeting = (db: Db, meetId: string) => meetingRow(db, meetId).forNoKeyUpdate().executeTakeFirst()

/** The same without holding it, for who only looks. */
export const readMeeting = (db: Db, meetId: string) => meetingRow(db, meetId).executeTakeFirst()

/** Options that living registrations of a meeting have chosen. */
export async function chosenOptions(db: Db, meetId: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select distinct n as name from meeting_registration r, unnest(r.option_names) n where r.meet_id = ${meetId}::bigint and r.reg_status not in ('rejected', 'cancelled')`.execute(db)
  return new Set(rows.map((row) => row.name))
}

export const hasRegistrations = async (db: Db, meetId: string): Promise<boolean> =>
  (await db.selectFrom('meeting_registration').select('register_id').where('meet_id', '=', meetId).limit(1).executeTakeFirst()) !== undefined

/** Steps of the clock: from which statuses, to which, and what must be due. */
export interface ClockStep {
  from: readonly MeetingStatus[]
  to: MeetingStatus
  verb: string
  due: 'opens' | 'closes' | 'starts' | 'ends'
}

const DUE = {
  opens: sql<SqlBool>`reg_start <= now() and coalesce(reg_end, start_time) > now()`,
  closes: sql<SqlBool>`reg_end <= now()`,
  starts: sql<SqlBool>`start_time <= now()`,
  ends: sql<SqlBool>`end_time <= now()`,
}

/** Moves the meetings on for which a step of the clock is due; answers which, with the status they had. */
export async function stepByClock(db: Db, { from, to, due }: ClockStep): Promise<{ meet_id: string; before: MeetingStatus }[]> {
  const { rows } = await sql<{ meet_id: string; before: MeetingStatus }>`
    with due as (select meet_id, meeting_status from meeting where meeting_status = any(${[...from]}::text[]) and ${DUE[due]} order by meet_id for no key update)
    update meeting m set meeting_status = ${to}, version = m.version + 1, update_time = now() from due where m.meet_id = due.meet_id
    returning m.meet_id, due.meeting_status as before`.execute(db)
  return rows
}
