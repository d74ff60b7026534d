import { sql } from 'kysely'
import { ANONYMOUS_LEAST } from '@assoc/contract/form/anonymity'
import type { Db } from '../../../platform/database/database'

// Figures of anonymous rounds are counts of answers, never of rows: ten rows of one answer are one person's.

export interface ChoiceCount {
  key: string
  item: string
  choice: string
  count: number
}

/** In how many answers each choice of each question stands. */
export async function choiceCounts(db: Db, roundId: string, matrices: readonly string[]): Promise<ChoiceCount[]> {
  const { rows } = await sql<ChoiceCount>`
    select question_key as key, case when question_key = any(${[...matrices]}::text[]) then row_id else '' end as item, choice, count(distinct anonymous_id)::int as count
    from form_anonymous_value where round_id = ${roundId}::bigint and choice is not null group by 1, 2, 3`.execute(db)
  return rows
}

export interface NumberFigures {
  key: string
  count: number
  sum: string
  average: string
}

/** Sum and average of numbers; the least and the most would be what single people have said. */
export async function numberFigures(db: Db, roundId: string): Promise<NumberFigures[]> {
  const { rows } = await sql<NumberFigures>`select question_key as key, count(*)::int as count, sum(number)::text as sum, round(avg(number), 4)::text as average
    from form_anonymous_value where round_id = ${roundId}::bigint and number is not null group by question_key`.execute(db)
  return rows
}

/** In how many answers something stands at a question, and at each row of a matrix. */
export async function answeredCounts(db: Db, roundId: string, matrices: readonly string[]): Promise<{ key: string; item: string; count: number }[]> {
  const { rows } = await sql<{ key: string; item: string; count: number }>`
    select question_key as key, case when question_key = any(${[...matrices]}::text[]) then row_id else '' end as item, count(distinct anonymous_id)::int as count
    from form_anonymous_value where round_id = ${roundId}::bigint group by 1, 2`.execute(db)
  return rows
}

/** Answers by the choices of two questions; an empty text where the question was left empty. */
export async function crossCounts(db: Db, roundId: string, rowKey: string, columnKey: string): Promise<{ row: string; column: string; count: number }[]> {
  const { rows } = await sql<{ row: string; column: string; count: number }>`
    select coalesce(a.choice, '') as row, coalesce(b.choice, '') as column, count(distinct x.anonymous_id)::int as count from form_anonymous_answer x
      left join form_anonymous_value a on a.anonymous_id = x.anonymous_id and a.question_key = ${rowKey} and a.choice is not null
      left join form_anonymous_value b on b.anonymous_id = x.anonymous_id and b.question_key = ${columnKey} and b.choice is not null
    where x.round_id = ${roundId}::bigint group by 1, 2`.execute(db)
  return rows
}

/** Texts of a question, or of a column of a table, in an order of chance; nothing where they are too few, or those who wrote none. */
export async function textsOf(db: Db, roundId: string, key: string, table: string | null, total: number, limit: number): Promise<string[] | null> {
  const texts = table === null
    ? sql`select x.anonymous_id as id, x.content ->> ${key} as text from form_anonymous_answer x where x.round_id = ${roundId}::bigint`
    : sql`select x.anonymous_id as id, r -> 'cells' ->> ${key} as text from form_anonymous_answer x, jsonb_array_elements(case when jsonb_typeof(x.content -> ${table}) = 'array' then x.content -> ${table} else '[]' end) r where x.round_id = ${roundId}::bigint`
  const { rows } = await sql<{ people: number; texts: string[] }>`
    with texts as (select id, text from (${texts}) t where coalesce(text, '') <> '')
    select (select count(distinct id)::int from texts) as people, array(select text from texts order by gen_random_uuid() limit ${limit}) as texts`.execute(db)
  const [{ people, texts: found } = { people: 0, texts: [] }] = rows
  return people < ANONYMOUS_LEAST || (people < total && total - people < ANONYMOUS_LEAST) ? null : found
}

export interface RoundState {
  roundName: string
  templateId: string
  versionNo: number
  sha256: string
  isOver: boolean
  tasks: number
  takenPart: number
  /** Answers that are laid down. */
  answers: number
}

export async function roundState(db: Db, roundId: string): Promise<RoundState | undefined> {
  const { rows } = await sql<RoundState>`
    select r.round_name as "roundName", v.template_id as "templateId", v.version_no as "versionNo", v.sha256, r.round_status in ('ended', 'archived') as "isOver",
      (select count(*)::int from form_answer a where a.round_id = r.round_id) as tasks,
      (select count(*)::int from form_answer a where a.round_id = r.round_id and a.answer_status = 'submitted') as "takenPart",
      (select count(*)::int from form_anonymous_answer x where x.round_id = r.round_id) as answers
    from form_round r join form_version v on v.template_id = r.template_id and v.version_no = r.version_no where r.round_id = ${roundId}::bigint`.execute(db)
  return rows[0]
}
