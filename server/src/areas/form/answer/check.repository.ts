import type { Answers } from '@assoc/contract/form/engine/answers'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { AnswerStatus } from '../tables'
import type { Counted } from './content'
import type { VersionKey } from './repository'

export interface CheckedAnswer extends VersionKey {
  answerId: string
  answerStatus: AnswerStatus
  content: Answers
}

/** Answers after an id, a chunk at a time, with the version that they were filled in by; locked against submissions meanwhile. */
export async function answersAfter(tx: Db, answerId: string, limit: number): Promise<CheckedAnswer[]> {
  const { rows } = await sql<CheckedAnswer>`select a.answer_id as "answerId", a.answer_status as "answerStatus", a.content, v.template_id as "templateId", v.version_no as "versionNo", v.sha256
    from form_answer a join form_round r on r.round_id = a.round_id join form_version v on v.template_id = r.template_id and v.version_no = r.version_no
    where a.answer_id > ${answerId}::bigint order by a.answer_id limit ${limit} for no key update of a`.execute(tx)
  return rows
}

export interface StoredValue extends Counted {
  answerId: string
}

export async function valuesOf(tx: Db, answerIds: readonly string[]): Promise<StoredValue[]> {
  const { rows } = await sql<StoredValue>`select answer_id as "answerId", question_key as key, row_id as row, choice, number::text as number, day::text as day from form_value where answer_id = any(${[...answerIds]}::bigint[])`.execute(tx)
  return rows
}
