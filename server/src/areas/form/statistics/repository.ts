import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export interface ChoiceCount {
  key: string
  /** Row of a matrix; empty for every other question. */
  item: string
  choice: string
  count: number
}

export interface NumberFigures {
  key: string
  count: number
  sum: string
  average: string
  median: string
  least: string
  most: string
}

/** The questions that are asked about; all of them when null. */
export type Keys = readonly string[] | null
const among = (keys: Keys) => (keys ? sql` and question_key = any(${[...keys]}::text[])` : sql``)

/** How often each choice of each question was made in a round; in tables every row counts. */
export async function choiceCounts(db: Db, roundId: string, matrices: readonly string[], keys: Keys): Promise<ChoiceCount[]> {
  const { rows } = await sql<ChoiceCount>`
    select question_key as key, case when question_key = any(${[...matrices]}::text[]) then row_id else '' end as item, choice, count(*)::int as count
    from form_value where round_id = ${roundId}${among(keys)} and choice is not null group by 1, 2, 3`.execute(db)
  return rows
}

/** Sum, average, median and bounds of the numbers of a round; averages with four decimals. The middle is found in the order of the index. */
export async function numberFigures(db: Db, roundId: string, keys: Keys): Promise<NumberFigures[]> {
  const { rows } = await sql<NumberFigures>`
    with figures as (
      select question_key as key, count(*)::int as count, sum(number) as sum, round(avg(number), 4) as average, min(number) as least, max(number) as most
      from form_value where round_id = ${roundId}${among(keys)} and number is not null group by question_key)
    select f.key, f.count, f.sum::text as sum, f.average::text as average, f.least::text as least, f.most::text as most,
      (select round(avg(m.number), 4)::text from (
        select v.number from form_value v where v.round_id = ${roundId} and v.question_key = f.key and v.number is not null
        order by v.number offset (f.count - 1) / 2 limit 2 - f.count % 2) m) as median
    from figures f`.execute(db)
  return rows
}

/** In how many answers something of each question stands. */
export async function answeredCounts(db: Db, roundId: string, keys: Keys): Promise<{ key: string; count: number }[]> {
  const { rows } = await sql<{ key: string; count: number }>`
    select question_key as key, count(distinct answer_id)::int as count from form_value where round_id = ${roundId}${among(keys)} group by question_key`.execute(db)
  return rows
}

/** Choices of two questions that stand in the same answer; in tables, in the same answer whatever the row. */
export async function crossCounts(db: Db, roundId: string, rowKey: string, columnKey: string): Promise<{ row: string; column: string; count: number }[]> {
  const { rows } = await sql<{ row: string; column: string; count: number }>`
    select a.choice as row, b.choice as column, count(distinct a.answer_id)::int as count
    from form_value a join form_value b on b.round_id = a.round_id and b.answer_id = a.answer_id and b.question_key = ${columnKey} and b.choice is not null
    where a.round_id = ${roundId} and a.question_key = ${rowKey} and a.choice is not null group by 1, 2`.execute(db)
  return rows
}

export interface RoundState {
  roundName: string
  templateId: string
  versionNo: number
  sha256: string
  tasks: number
  submitted: number
  /** Another with every step of any of its answers. */
  stamp: string
}

/** The version that a round is filled in by, and how many have handed it in. */
export async function roundState(db: Db, roundId: string): Promise<RoundState | undefined> {
  const { rows } = await sql<RoundState>`
    select r.round_name as "roundName", r.template_id::text as "templateId", r.version_no as "versionNo", v.sha256, c.tasks, c.submitted, c.stamp
    from form_round r join form_version v on v.template_id = r.template_id and v.version_no = r.version_no,
      lateral (select count(*) filter (where a.answer_status <> 'void')::int as tasks, count(*) filter (where a.answer_status in ('submitted', 'certified'))::int as submitted,
        concat_ws('/', count(*), sum(a.version), sum(a.submission_count), max(a.submit_time)) as stamp from form_answer a where a.round_id = r.round_id) c
    where r.round_id = ${roundId}`.execute(db)
  return rows[0]
}
