import type { Answers } from '@assoc/contract/form/engine/answers'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { respondentName, subjectName } from '../answer/repository'
import type { AnswerStatus } from '../tables'

export interface ExportedAnswer {
  answerId: string
  respondentName: string
  /** Whom the answer is about, in rounds that are about somebody. */
  subjectName: string | null
  answerStatus: AnswerStatus
  submitTime: Date | null
  content: Answers
  /** Personal answers by their paths: masked, or encrypted where they are wanted in plain text. */
  personal: Record<string, string>
}

const chosen = (roundId: string, statuses: readonly AnswerStatus[]) => sql`a.round_id = ${roundId}::bigint and a.answer_status = any(${[...statuses]}::text[])`

export async function countToExport(db: Db, roundId: string, statuses: readonly AnswerStatus[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from form_answer a where ${chosen(roundId, statuses)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** What was filled in for a round, in the order of its tasks. Of a table alone where one is named: its rows are all that is read. */
export function answersToExport(roundId: string, statuses: readonly AnswerStatus[], { personal, only }: { personal: 'none' | 'masked' | 'plain'; only: string | null }): RawBuilder<ExportedAnswer> {
  const content = only === null ? sql`a.content` : sql`jsonb_build_object(${only}::text, a.content -> ${only}::text)`
  const kept = personal === 'plain' ? sql`p.personal_sealed` : sql`p.shown`
  const people = personal === 'none' ? sql`'{}'::jsonb` : sql`coalesce((select jsonb_object_agg(p.answer_path, ${kept}) from form_personal p where p.answer_id = a.answer_id), '{}')`
  return sql<ExportedAnswer>`select a.answer_id as "answerId", ${respondentName('k')} as "respondentName", ${subjectName('k')} as "subjectName", a.answer_status as "answerStatus", a.submit_time as "submitTime", ${content} as content, ${people} as personal
    from form_answer a join form_task k on k.task_id = a.task_id where ${chosen(roundId, statuses)} order by a.task_id`
}
