import { sql, type SqlBool } from 'kysely'
import { learner } from '@assoc/contract/meeting/learner'
import { scopeOf } from '../../../platform/access/entities'
import { moduleScopeOf, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { EntryStatus, HoursSource } from './tables'
import './tables'

const LEARNERS = scopeOf(learner)

/** Rows of learners are seen with their learner: so that they follow a person who changes the company. */
export const ofLearners = (principal: Principal, alias: string) =>
  moduleScopeOf(principal, 'course').all ? null : sql<SqlBool>`exists (select from learner l where l.learner_id = ${sql.ref(`${alias}.learner_id`)} and ${LEARNERS(principal, 'l')})`

const ofLearner = (column: string) => sql`(select ${sql.ref(`l.${column}`)} from learner l where l.learner_id = t.learner_id)`
export const computed = {
  hours: sql<number>`t.hours::float8`,
  learnerName: ofLearner('name'),
  learnerRole: ofLearner('learner_role'),
  companyName: sql<string | null>`(select coalesce(c.short_name, l.unit_name) from learner l left join company_public c on c.company_id = l.company_id where l.learner_id = t.learner_id)`,
}

export const filters = {
  companyId: (companyId: string) => sql<SqlBool>`t.learner_id = any(array(select l.learner_id from learner l where l.company_id = ${companyId}::bigint))`,
  learnedOnFrom: (day: string) => sql<SqlBool>`t.learned_on >= ${day}::date`,
  learnedOnTo: (day: string) => sql<SqlBool>`t.learned_on <= ${day}::date`,
}

export interface Source {
  sourceType: HoursSource
  sourceId: string
  title: string
  hours: number
  learnedOn: string
}

/** Adds an entry of a source for each learner who has none of it yet; answers the ids of the entries that were added, with whose they are. */
export async function addEntries(db: Db, learnerIds: readonly string[], { sourceType, sourceId, title, hours, learnedOn }: Source, status: Exclude<EntryStatus, 'revoked'>, by: string | null): Promise<{ entryId: string; learnerId: string }[]> {
  if (learnerIds.length === 0) return []
  const { rows } = await sql<{ entryId: string; learnerId: string }>`
    insert into hours_entry (learner_id, source_type, source_id, title, hours, learned_on, entry_status, create_by, acted_by)
    select learner_id, ${sourceType}, ${sourceId}, ${title}, ${hours}::numeric, ${learnedOn}::date, ${status}, ${by}::bigint, case when ${by}::bigint is null then '{}'::text[] else array['write:' || ${by}::bigint] end
    from (select distinct unnest(${[...learnerIds]}::bigint[]) as learner_id) x order by learner_id
    on conflict (learner_id, source_type, source_id) where entry_status <> 'revoked' do nothing
    returning entry_id as "entryId", learner_id as "learnerId"`.execute(db)
  return rows
}

/** Revokes what stands of a source, for one person's number or, without one, for everybody; answers what was revoked. */
export async function revokeEntries(db: Db, { sourceType, sourceId }: Pick<Source, 'sourceType' | 'sourceId'>, mobile: string | null, reason: string): Promise<{ entryId: string; learnerId: string; before: EntryStatus }[]> {
  const { rows } = await sql<{ entryId: string; learnerId: string; before: EntryStatus }>`
    with standing as (
      select h.entry_id, h.entry_status from hours_entry h where h.source_type = ${sourceType} and h.source_id = ${sourceId} and h.entry_status <> 'revoked'
        and (${mobile}::text is null or h.learner_id in (select coalesce(l.merged_into, l.learner_id) from learner l where l.mobile = ${mobile}))
      order by h.entry_id for no key update)
    update hours_entry h set entry_status = 'revoked', opinion = ${reason}, version = h.version + 1, update_time = now() from standing where h.entry_id = standing.entry_id
    returning h.entry_id as "entryId", h.learner_id as "learnerId", standing.entry_status as before`.execute(db)
  return rows
}

export const noteOpinion = (db: Db, entryId: string, opinion: string | null) => db.updateTable('hours_entry').set({ opinion }).where('entry_id', '=', entryId).execute()

export interface MeetingPart {
  sessionId: string | null
  title: string
  day: string
  attended: number
  granted: number
  hours: number | null
}

export const meetingOf = (db: Db, meetId: string) =>
  db.selectFrom('meeting').select(['meeting_name as meetingName', 'meeting_status as meetingStatus']).where('meet_id', '=', meetId).executeTakeFirst()

const partRow = (type: 'session' | 'meeting', id: ReturnType<typeof sql>) => sql`
  (select count(*)::int from hours_entry h where h.source_type = ${type} and h.source_id = ${id} and h.entry_status <> 'revoked') as granted,
  (select h.hours::float8 from hours_entry h where h.source_type = ${type} and h.source_id = ${id} and h.entry_status <> 'revoked' order by h.entry_id desc limit 1) as hours`

/** The parts of a meeting that people attend: its sessions, or the meeting itself where it has none. */
export async function partsOf(db: Db, meetId: string): Promise<MeetingPart[]> {
  const { rows } = await sql<MeetingPart>`
    select s.session_id as "sessionId", m.meeting_name || ' · ' || s.session_name as title, (s.sign_from at time zone 'Asia/Shanghai')::date::text as day,
      (select count(*)::int from meeting_sign_in i where i.session_id = s.session_id and i.revoked_time is null) as attended, ${partRow('session', sql`s.session_id::text`)}
    from meeting_session s join meeting m on m.meet_id = s.meet_id where s.meet_id = ${meetId}::bigint
    union all
    select null, m.meeting_name, (m.start_time at time zone 'Asia/Shanghai')::date::text,
      (select count(*)::int from meeting_registration r where r.meet_id = m.meet_id and r.reg_status = 'attended'), ${partRow('meeting', sql`m.meet_id::text`)}
    from meeting m where m.meet_id = ${meetId}::bigint and not exists (select from meeting_session s where s.meet_id = m.meet_id)
    order by 3, 1`.execute(db)
  return rows
}

export interface Attendance {
  registerId: string
  name: string
  mobile: string
  companyId: string | null
  unitName: string | null
  /** Sessions that they signed in at; none where the meeting has no sessions. */
  sessionIds: string[]
}

/** Who attended a meeting, with the sessions that they signed in at. */
export async function attendanceOf(db: Db, meetId: string): Promise<Attendance[]> {
  const { rows } = await sql<Attendance>`
    select r.register_id as "registerId", r.name, r.mobile, r.company_id as "companyId", r.unit_name as "unitName",
      coalesce((select array_agg(i.session_id::text order by i.session_id) from meeting_sign_in i where i.register_id = r.register_id and i.revoked_time is null), '{}') as "sessionIds"
    from meeting_registration r where r.meet_id = ${meetId}::bigint and r.reg_status = 'attended' order by r.register_id`.execute(db)
  return rows
}

/** Number of a registration, whose hours fall with its sign-in. */
export const mobileOf = async (db: Db, registerId: string): Promise<{ mobile: string; meetId: string } | undefined> =>
  db.selectFrom('meeting_registration').select(['mobile', 'meet_id as meetId']).where('register_id', '=', registerId).executeTakeFirst()

/** Hours of a learner that count, by year; those of who was merged count with who they were merged into. */
export async function hoursOf(db: Db, learnerId: string): Promise<{ year: number; hours: number }[]> {
  const { rows } = await sql<{ year: number; hours: number }>`
    select extract(year from h.learned_on)::int as year, sum(h.hours)::float8 as hours from hours_entry h
    where h.learner_id = (select coalesce(l.merged_into, l.learner_id) from learner l where l.learner_id = ${learnerId}::bigint) and h.entry_status = 'approved' group by 1 order by 1`.execute(db)
  return rows
}
