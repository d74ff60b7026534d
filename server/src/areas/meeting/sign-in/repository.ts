import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { personName } from '../../../platform/identity/people'
import './tables'
import { hallCode, typedCode, windowAt } from './codes'

// Sessions and their codes.

const PHASE = sql<'before' | 'now' | 'over'>`case
  when t.session_status = 'closed' or t.sign_to <= clock_timestamp() then 'over'
  when t.session_status = 'planned' and t.sign_from > clock_timestamp() then 'before' else 'now' end`

/** Registrations that are expected at a session. */
export const expected = (registration: string) => sql<SqlBool>`${sql.ref(`${registration}.reg_status`)} in ('confirmed', 'attended', 'absent')`

export const computed = {
  meetingName: sql<string>`(select m.meeting_name from meeting m where m.meet_id = t.meet_id)`,
  phase: PHASE,
  registered: sql<number>`(select count(*) from meeting_registration r where r.meet_id = t.meet_id and ${expected('r')})::int`,
  arrived: sql<number>`(select count(*) from meeting_sign_in s where s.session_id = t.session_id and s.revoked_time is null)::int`,
}

/** Sessions of the meetings whose name holds the keyword. */
export function ofMeetings(keyword: string) {
  const { grams, exact } = gramsOfKeyword(keyword)
  return sql<SqlBool>`t.meet_id = any(array(select m.meet_id from meeting m where m.search_grams @> ${grams}::text[] and ${exact ? sql`true` : sql`m.meeting_name ilike ${contains(keyword.trim())}`}))`
}

export type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** A session with what of its meeting counts for signing in, by the database's clock. */
export const findSession = (db: Db, sessionId: string) =>
  db
    .selectFrom('meeting_session as t')
    .innerJoin('meeting as m', 'm.meet_id', 't.meet_id')
    .select(['t.session_id as sessionId', 't.meet_id as meetId', 't.session_name as sessionName', 't.sign_from as signFrom', 't.late_from as lateFrom', 't.sign_to as signTo'])
    .select(['t.refresh_sec as refreshSec', 't.strict_sign_in as strict', 't.secret', 't.session_status as status', 't.closed_time as closedTime', PHASE.as('phase')])
    .select(['m.meeting_name as meetingName', 'm.meeting_status as meetingStatus', 'm.start_time as startTime', 'm.address'])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .where('t.session_id', '=', sessionId)
    .executeTakeFirst()

export interface ShownCode {
  hall: string
  digits: string
  /** Seconds until the next; null of fixed codes. */
  secondsLeft: number | null
}

/** Tries to find digits that no other code has at this time. Of a million, a few hundred are taken at most. */
const ATTEMPTS = 50

/**
 * The code of the present window. Its row is made when it is first asked for; a constraint keeps the digits of all codes that are good at
 * one time apart, and the next digits from the same secret are taken instead.
 */
export async function presentCode(db: Db, { sessionId, secret, refreshSec, now }: Session): Promise<ShownCode> {
  const window = windowAt(now, refreshSec)
  const good = refreshSec === 0 ? sql<string>`tstzrange(null, null)` : sql<string>`tstzrange(to_timestamp(${window * refreshSec}::float8), to_timestamp(${(window + 2) * refreshSec}::float8))`
  const secondsLeft = refreshSec === 0 ? null : (window + 1) * refreshSec - Math.floor(now.getTime() / 1000)
  const kept = () => db.selectFrom('meeting_sign_code').select(['hall', 'digits']).where('session_id', '=', sessionId).where('window_no', '=', String(window)).executeTakeFirst()
  const hall = hallCode(secret, window)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await kept()
    if (found) return { ...found, secondsLeft }
    await db
      .insertInto('meeting_sign_code')
      .values({ session_id: sessionId, window_no: String(window), digits: typedCode(secret, window, attempt), hall, good })
      .onConflict((c) => c.doNothing())
      .execute()
  }
  const found = await kept()
  if (!found) throw new Error(`no digits are free for session ${sessionId}`)
  return { ...found, secondsLeft }
}

/** The session of a code, and whether the code is good now; the newest that ever had it. */
export async function findCode(db: Db, code: string): Promise<{ sessionId: string; meetId: string; good: boolean } | undefined> {
  const column = code.length === 6 ? sql`c.digits` : sql`c.hall`
  const { rows } = await sql<{ sessionId: string; meetId: string; good: boolean }>`
    select c.session_id as "sessionId", s.meet_id as "meetId", c.good @> clock_timestamp() as good
    from meeting_sign_code c join meeting_session s using (session_id)
    where ${column} = ${code} order by upper(c.good) desc limit 1`.execute(db)
  return rows[0]
}

/** How many codes are good now: each is one that a guesser may hit. */
export async function countGood(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from meeting_sign_code where (upper(good) > now() or upper_inf(good)) and good @> now()`.execute(db)
  return rows[0]?.n ?? 0
}

/** Codes that were over a day ago tell nobody anything any more; fixed ones go when their session has been over as long. */
export const forgetCodes = (db: Db) =>
  sql`delete from meeting_sign_code c using meeting_session s where s.session_id = c.session_id
    and (upper(c.good) < now() - interval '1 day' or (upper_inf(c.good) and s.sign_to < now() - interval '1 day'))`.execute(db)

export const forgetCodesOf = (db: Db, sessionId: string) => db.deleteFrom('meeting_sign_code').where('session_id', '=', sessionId).execute()

export const hasTries = async (db: Db, sessionId: string): Promise<boolean> =>
  (await db.selectFrom('meeting_sign_log').select('log_id').where('session_id', '=', sessionId).limit(1).executeTakeFirst()) !== undefined

/** What sessions of a meeting are set to, for a meeting that is made like it. */
export const settingsOf = (db: Db, meetId: string) =>
  db
    .selectFrom('meeting_session')
    .select(['session_name as sessionName', 'sign_from as signFrom', 'late_from as lateFrom', 'sign_to as signTo', 'refresh_sec as refreshSec', 'strict_sign_in as strictSignIn', 'gates'])
    .where('meet_id', '=', meetId)
    .orderBy('sign_from')
    .orderBy('session_id')
    .execute()

/** Whether somebody has tried to sign in at any session of a meeting. */
export const hasTriesOf = async (db: Db, meetId: string): Promise<boolean> =>
  (await db.selectFrom('meeting_sign_log').innerJoin('meeting_session as s', 's.session_id', 'meeting_sign_log.session_id').select('log_id').where('s.meet_id', '=', meetId).limit(1).executeTakeFirst()) !== undefined

/** Takes the sessions of a meeting away; answers which. */
export const dropSessions = (db: Db, meetId: string) => db.deleteFrom('meeting_session').where('meet_id', '=', meetId).returning(['session_id as sessionId', 'session_name as sessionName']).execute()

export const hasSessions = async (db: Db, meetId: string): Promise<boolean> =>
  (await db.selectFrom('meeting_session').select('session_id').where('meet_id', '=', meetId).limit(1).executeTakeFirst()) !== undefined

export const noteCounter = (db: Db, counter: { session_id: string; counter_key: string; gate: string | null; user_id: string; unsent: number }) =>
  db
    .insertInto('meeting_sign_counter')
    .values(counter)
    .onConflict((c) => c.columns(['session_id', 'counter_key']).doUpdateSet({ gate: counter.gate, user_id: counter.user_id, unsent: counter.unsent, last_contact: sql<Date>`now()` }))
    .execute()

/** Keeps when a session was closed: what a counter without a connection scanned before stays good. */
export const noteClosed = (db: Db, sessionId: string, closed: boolean) =>
  db.updateTable('meeting_session').set({ closed_time: closed ? sql<Date>`clock_timestamp()` : null }).where('session_id', '=', sessionId).execute()

export const countersOf = (db: Db, sessionId: string) =>
  db
    .selectFrom('meeting_sign_counter')
    .select(['counter_key as counterKey', 'gate', personName('meeting_sign_counter.user_id').as('userName'), 'unsent', 'last_contact as lastContact'])
    .select(sql<boolean>`last_contact < now() - interval '90 seconds'`.as('silent'))
    .where('session_id', '=', sessionId)
    .orderBy('last_contact', 'desc')
    .limit(100)
    .execute()
