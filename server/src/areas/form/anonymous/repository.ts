import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { VersionKey } from '../answer/repository'
import type { Counted } from '../answer/content'
import type { RoundStatus } from '../tables'
import type { About } from './about'
import '../tables'

export const isAnonymous = async (db: Db, roundId: string): Promise<boolean> =>
  (await db.selectFrom('form_round').select('anonymous_flag').where('round_id', '=', roundId).executeTakeFirst())?.anonymous_flag === true

/** The version of a form that a round names. */
export const versionKey = (db: Db, templateId: string, versionNo: number): Promise<VersionKey | undefined> =>
  db.selectFrom('form_version').select(['template_id as templateId', 'version_no as versionNo', 'sha256']).where('template_id', '=', templateId).where('version_no', '=', versionNo).executeTakeFirst()

/** Whoever hands something in shares the round; what ends it, or mixes, waits for them and they for it. */
export const shareRound = (db: Db, roundId: string) => db.selectFrom('form_round').select('round_id').where('round_id', '=', roundId).forShare().execute()

/**
 * Marks a task as done, once. Not by the answer's resource: a step there notes who took it and when. The database refuses a mark that holds
 * anything besides.
 */
export async function markTakenPart(db: Db, taskId: string): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('form_answer').set({ answer_status: 'submitted' }).where('task_id', '=', taskId).where('answer_status', '=', 'empty').where('anonymous_flag', '=', true).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whom a task is about; null where it is about nobody, and about the association. */
export async function aboutOfTask(db: Db, taskId: string): Promise<About | null> {
  const row = await db.selectFrom('form_task').select(['subject_company_id as company', 'subject_person_id as person', 'subject_base_id as base']).where('task_id', '=', taskId).executeTakeFirst()
  return row && (row.company ?? row.person) !== null ? row : null
}

export const addWaiting = (db: Db, roundId: string, sealed: readonly string[], mixed: boolean) => db.insertInto('form_waiting_answer').values(sealed.map((one) => ({ round_id: roundId, sealed: one, mixed }))).execute()

export interface WaitingRound extends VersionKey {
  roundId: string
  roundStatus: RoundStatus
  /** Answers that wait as they came, and those that were written again since. */
  fresh: number
  mixed: number
}

const WAITING = sql`select r.round_id as "roundId", r.round_status as "roundStatus", v.template_id as "templateId", v.version_no as "versionNo", v.sha256, w.fresh, w.mixed
  from (select round_id, count(*) filter (where not mixed)::int as fresh, count(*) filter (where mixed)::int as mixed from form_waiting_answer group by round_id) w
  join form_round r on r.round_id = w.round_id join form_version v on v.template_id = r.template_id and v.version_no = r.version_no`

export const waitingRounds = async (db: Db): Promise<WaitingRound[]> => (await sql<WaitingRound>`${WAITING} order by r.round_id`.execute(db)).rows

/** A round with what waits, held to the end of the transaction so that nobody hands anything in meanwhile. */
export async function holdWaiting(db: Db, roundId: string): Promise<WaitingRound | undefined> {
  await db.selectFrom('form_round').select('round_id').where('round_id', '=', roundId).forNoKeyUpdate().execute()
  return (await sql<WaitingRound>`${WAITING} where r.round_id = ${roundId}::bigint`.execute(db)).rows[0]
}

export const waitingIds = async (db: Db, roundId: string): Promise<string[]> => (await db.selectFrom('form_waiting_answer').select('waiting_id').where('round_id', '=', roundId).execute()).map((row) => row.waiting_id)

/** Takes answers out of waiting. */
export const takeWaiting = async (db: Db, ids: readonly string[]): Promise<string[]> => (await db.deleteFrom('form_waiting_answer').where('waiting_id', 'in', [...ids]).returning('sealed').execute()).map((row) => row.sealed)

export const dropWaiting = async (db: Db, roundId: string): Promise<number> => Number((await db.deleteFrom('form_waiting_answer').where('round_id', '=', roundId).executeTakeFirst()).numDeletedRows)

/** Writes the marks of a round again, all in this transaction and in an order of chance. */
export const mixMarks = (db: Db, roundId: string) => sql`select form_mix_marks(${roundId}::bigint)`.execute(db)

export interface NamelessAnswer {
  anonymousId: string
  content: string
  about: About | null
  values: readonly Counted[]
}

/** Writes answers and what is counted of them, in the order given. */
export async function writeAnswers(db: Db, roundId: string, answers: readonly NamelessAnswer[]): Promise<void> {
  await db.insertInto('form_anonymous_answer').values(answers.map(({ anonymousId, content, about }) => ({ anonymous_id: anonymousId, round_id: roundId, content, subject_company_id: about?.company ?? null, subject_person_id: about?.person ?? null, subject_base_id: about?.base ?? null }))).execute()
  const values = answers.flatMap(({ anonymousId, values }) => values.map((value) => ({ ...value, id: anonymousId })))
  await sql`insert into form_anonymous_value (round_id, anonymous_id, question_key, row_id, choice, number, day)
    select ${roundId}::bigint, v.id, v.key, v.row, v.choice, v.number, v.day from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(id uuid, key text, "row" text, choice text, number numeric, day date)`.execute(db)
}

export const writtenCount = async (db: Db, roundId: string): Promise<number> => Number((await db.selectFrom('form_anonymous_answer').select((e) => e.fn.countAll<string>().as('n')).where('round_id', '=', roundId).executeTakeFirstOrThrow()).n)

/** Frees the places of waiting answers that are gone. From PostgreSQL 17 on the server's role may; before, it is left to autovacuum. */
export const vacuumWaiting = (db: Db) => sql`vacuum form_waiting_answer`.execute(db)
