import { sql } from 'kysely'
import type { Answers } from '@assoc/contract/form/engine/answers'
import type { Db } from '../../../platform/database/database'
import { actorName } from '../../../platform/identity/people'
import { respondentName, type VersionKey } from '../answer/repository'
import type { AnswerStatus } from '../tables'
import '../tables'

/** Answers that go along when a round moves: nobody has handed them in. */
const GOES = sql`a.answer_status in ('empty', 'draft')`

export interface MoveRound {
  anonymousFlag: boolean
  templateId: string
  versionNo: number
  empty: number
  drafts: number
  kept: number
}

/** The version of a round, and how many of its answers would go along. */
export async function roundToMove(db: Db, roundId: string): Promise<MoveRound | undefined> {
  const { rows } = await sql<MoveRound>`select r.template_id as "templateId", r.version_no as "versionNo", r.anonymous_flag as "anonymousFlag",
      (select count(*)::int from form_answer a where a.round_id = r.round_id and a.answer_status = 'empty') as empty,
      (select count(*)::int from form_answer a where a.round_id = r.round_id and a.answer_status = 'draft') as drafts,
      (select count(*)::int from form_answer a where a.round_id = r.round_id and a.answer_status not in ('empty', 'draft')) as kept
    from form_round r where r.round_id = ${roundId}::bigint`.execute(db)
  return rows[0]
}

export async function newerVersions(db: Db, templateId: string, than: number): Promise<{ versionNo: number; createTime: Date; userName: string }[]> {
  const { rows } = await sql<{ versionNo: number; createTime: Date; userName: string }>`select v.version_no as "versionNo", v.create_time as "createTime", ${actorName('v.create_by')} as "userName"
    from form_version v where v.template_id = ${templateId}::bigint and v.version_no > ${than} order by v.version_no desc limit 100`.execute(db)
  return rows
}

export const versionKey = (db: Db, templateId: string, versionNo: number): Promise<VersionKey | undefined> =>
  db.selectFrom('form_version').select(['template_id as templateId', 'version_no as versionNo', 'sha256']).where('template_id', '=', templateId).where('version_no', '=', versionNo).executeTakeFirst()

/** Versions of the answers that would go along. */
export async function versionsThatGo(db: Db, roundId: string): Promise<number[]> {
  const { rows } = await sql<{ versionNo: number }>`select distinct a.version_no as "versionNo" from form_answer a where a.round_id = ${roundId}::bigint and ${GOES} order by 1`.execute(db)
  return rows.map(({ versionNo }) => versionNo)
}

export interface TypedAnswer {
  answerId: string
  respondentName: string
  answerStatus: AnswerStatus
  content: Answers
}

/** Drafts of one version in which one of these questions is answered, after one of them, in the order of their ids. */
export async function draftsWith(db: Db, roundId: string, versionNo: number, keys: readonly string[], after: string, limit: number): Promise<TypedAnswer[]> {
  const { rows } = await sql<TypedAnswer>`select a.answer_id as "answerId", ${respondentName('k')} as "respondentName", a.answer_status as "answerStatus", a.content
    from form_answer a join form_task k on k.task_id = a.task_id
    where a.round_id = ${roundId}::bigint and a.answer_status = 'draft' and a.version_no = ${versionNo} and a.answer_id > ${after}::bigint and a.content ?| ${[...keys]}::text[]
    order by a.answer_id limit ${limit}`.execute(db)
  return rows
}

/**
 * Moves what was not handed in to a version; answers how many. Each answer is held first, and its status is asked of what is held: one that is
 * handed in at this moment keeps the version that it was checked by. Its revision counts on, so that nobody hands in what they have seen
 * by the version before.
 */
export async function moveAnswers(db: Db, roundId: string, versionNo: number): Promise<number> {
  const held = await sql<{ id: string }>`select a.answer_id as id from form_answer a where a.round_id = ${roundId}::bigint and ${GOES} and a.version_no < ${versionNo} order by a.answer_id for no key update`.execute(db)
  const { numAffectedRows } = await sql`update form_answer set version_no = ${versionNo}, revision = revision + 1 where answer_id = any(${held.rows.map(({ id }) => id)}::bigint[])`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export const moveRoundTo = (db: Db, roundId: string, versionNo: number) =>
  db.updateTable('form_round').set({ version_no: versionNo, update_time: sql<Date>`now()`, version: sql<number>`version + 1` }).where('round_id', '=', roundId).execute()
