import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { actorName } from '../../../platform/identity/people'
import type { QueryStatus } from '../tables'
import '../tables'

export interface StoredQuery {
  queryId: string
  path: string
  queryStatus: QueryStatus
  reason: string
  reply: string | null
  askedNo: number
}

/** Questions of an answer that were ever sent back, in the order in which they were. */
export const queriesOf = (db: Db, answerId: string): Promise<StoredQuery[]> =>
  db
    .selectFrom('form_query')
    .select(['query_id as queryId', 'answer_path as path', 'query_status as queryStatus', 'reason', 'reply', 'asked_no as askedNo'])
    .where('answer_id', '=', answerId)
    .orderBy('query_id')
    .execute()

export interface QueryEvent {
  queryId: string
  verb: 'ask' | 'reply' | 'takeBack' | 'close' | 'reopen'
  words: string | null
  changed: boolean
  userName: string
  time: Date
}

export async function eventsOf(db: Db, answerId: string): Promise<QueryEvent[]> {
  const { rows } = await sql<QueryEvent>`select e.query_id as "queryId", e.verb, e.words, e.changed, ${actorName('e.user_id')} as "userName", e.event_time as time
    from form_query q join form_query_event e on e.query_id = q.query_id where q.answer_id = ${answerId}::bigint order by e.query_id, e.event_id`.execute(db)
  return rows
}

/** Asks about questions of a submission; answers their ids in the same order. */
export async function insertQueries(db: Db, answerId: string, askedNo: number, items: readonly { path: string; reason: string }[]): Promise<string[]> {
  if (items.length === 0) return []
  const rows = await db
    .insertInto('form_query')
    .values(items.map(({ path, reason }) => ({ answer_id: answerId, answer_path: path, reason, asked_no: askedNo })))
    .returning('query_id')
    .execute()
  return rows.map((row) => row.query_id)
}

export interface NewEvent {
  queryId: string
  verb: QueryEvent['verb']
  words?: string | null
  changed?: boolean
}

export async function insertEvents(db: Db, userId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await db.insertInto('form_query_event').values(events.map(({ queryId, verb, words = null, changed = false }) => ({ query_id: queryId, verb, words, changed, user_id: userId }))).execute()
}

/** Moves a question on, if it still stands where it was read; whether it did. */
export async function moveQuery(db: Db, queryId: string, from: QueryStatus, to: QueryStatus, more: { reason?: string; reply?: string | null; asked_no?: number } = {}): Promise<boolean> {
  const done = await db
    .updateTable('form_query')
    .set({ query_status: to, update_time: sql<Date>`now()`, ...more })
    .where('query_id', '=', queryId)
    .where('query_status', '=', from)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export const keepReply = (db: Db, queryId: string, reply: string | null) => db.updateTable('form_query').set({ reply, update_time: sql<Date>`now()` }).where('query_id', '=', queryId).execute()

/** Who has done what to an answer, as the columns of its resource keep it. */
export const actedOn = async (db: Db, answerId: string): Promise<string[]> => (await db.selectFrom('form_answer').select('acted_by').where('answer_id', '=', answerId).executeTakeFirst())?.acted_by ?? []

/** Who is told that an answer is sent back: whoever handed it in. */
export async function submitterOf(db: Db, answerId: string): Promise<{ userId: string; taskId: string; roundName: string } | undefined> {
  const { rows } = await sql<{ userId: string; taskId: string; roundName: string }>`select a.submit_by as "userId", a.task_id as "taskId", r.round_name as "roundName"
    from form_answer a join form_round r on r.round_id = a.round_id where a.answer_id = ${answerId}::bigint and a.submit_by is not null`.execute(db)
  return rows[0]
}

/** Until when an answer that is sent back may be handed in after the end: the end of the day so many days on, in Shanghai. */
export const giveDays = (db: Db, answerId: string, days: number) =>
  sql`update form_answer set return_until = ((clock_timestamp() at time zone 'Asia/Shanghai')::date + ${days + 1}::int)::timestamp at time zone 'Asia/Shanghai' - interval '1 second' where answer_id = ${answerId}::bigint`.execute(db)

/** Gives the reviewer's own time, if it lies ahead and not too far; whether it does. */
export async function giveUntil(db: Db, answerId: string, until: string, most: number): Promise<boolean> {
  const { rows } = await sql`update form_answer set return_until = ${until}::timestamptz
    where answer_id = ${answerId}::bigint and ${until}::timestamptz > clock_timestamp() and ${until}::timestamptz <= clock_timestamp() + ${most} * interval '1 day' returning 1`.execute(db)
  return rows.length > 0
}
