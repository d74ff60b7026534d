import { sql, type RawBuilder } from 'kysely'
import { ANONYMOUS_LEAST } from '@assoc/contract/form/anonymity'
import type { Db } from '../../../platform/database/database'
import { respondentName, subjectName } from '../answer/repository'
import { pairsOf } from '../round/respondents.repository'
import type { AnswerStatus, RoundStatus } from '../tables'
import '../tables'

// Evaluations as pairs of who evaluates and who is evaluated. A key names a subject wherever it stands.

/** The key of the subject of a row `alias`; of an evaluation of the association all have the same. */
const subjectKey = (alias: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<string>`case when ${of('subject_base_id')} is not null then 'seat ' || ${of('subject_company_id')} || ' ' || ${of('subject_base_id')} when ${of('subject_company_id')} is not null then 'company ' || ${of('subject_company_id')}
    when ${of('subject_person_id')} is not null then 'person ' || ${of('subject_person_id')} else 'association' end`
}
const evaluatorKey = sql<string>`case when k.user_id is null then 'company ' || k.company_id else 'user ' || k.user_id end`
const ofBoard = (companyId: string | undefined) => (companyId ? sql` and k.subject_company_id = ${companyId}::bigint` : sql``)

export interface Evaluation {
  roundName: string
  roundStatus: RoundStatus
  subjectKind: 'none' | 'companies' | 'persons' | 'peers' | 'association'
  anonymousFlag: boolean
}

export const evaluationOf = (db: Db, roundId: string): Promise<Evaluation | undefined> =>
  db.selectFrom('form_round').select(['round_name as roundName', 'round_status as roundStatus', 'subject_kind as subjectKind', 'anonymous_flag as anonymousFlag']).where('round_id', '=', roundId).executeTakeFirst()

const withRound = (pairs: RawBuilder<unknown>, roundId: string) => sql`(select k.*, ${roundId}::bigint as round_id from (${pairs}) k)`

export interface Extent {
  evaluators: number
  subjects: number
  pairs: number
  few: number
}

/** How many evaluate how many. */
export async function extentOf(db: Db, roundId: string, begun: boolean): Promise<Extent> {
  const pairs = await pairsOf(db, roundId, begun)
  const { rows } = await sql<Extent>`with k as materialized (${pairs}), s as (select ${subjectKey('k')} as key, count(*)::int as n from k group by 1)
    select (select count(*)::int from (select distinct company_id, user_id from k) e) as evaluators, (select count(*)::int from s) as subjects, (select count(*)::int from k) as pairs,
      (select count(*)::int from s where n < ${ANONYMOUS_LEAST}) as few`.execute(db)
  return rows[0] ?? { evaluators: 0, subjects: 0, pairs: 0, few: 0 }
}

export async function boardsOf(db: Db, roundId: string): Promise<{ companyId: string; companyName: string }[]> {
  const { rows } = await sql<{ companyId: string; companyName: string }>`select c.company_id as "companyId", c.short_name as "companyName" from form_round r join company_public c on c.company_id = any(r.company_ids)
    where r.round_id = ${roundId}::bigint order by c.short_name, c.company_id`.execute(db)
  return rows
}

export interface Pair {
  evaluator: string
  name: string
  subject: string
  subjectName: string
  status: AnswerStatus | null
}

/** The pairs of a page of evaluators by name, and how many evaluators there are. */
export async function matrixOf(db: Db, roundId: string, begun: boolean, { companyId, limit, offset }: { companyId?: string | undefined; limit: number; offset: number }): Promise<{ pairs: Pair[]; total: number }> {
  const all = await pairsOf(db, roundId, begun)
  const status = begun ? sql`(select a.answer_status from form_task t join form_answer a on a.task_id = t.task_id where t.round_id = ${roundId}::bigint and t.company_id is not distinct from k.company_id and t.user_id is not distinct from k.user_id
    and t.subject_company_id is not distinct from k.subject_company_id and t.subject_person_id is not distinct from k.subject_person_id and t.subject_base_id is not distinct from k.subject_base_id)` : sql`null::text`
  const { rows } = await sql<Pair & { total: number }>`
    with k as materialized (select * from ${withRound(all, roundId)} k where true${ofBoard(companyId)}),
      e as (select company_id, user_id, ${evaluatorKey} as key, ${respondentName('k')} as name from (select distinct company_id, user_id from k) k),
      p as (select * from e order by name, key limit ${limit} offset ${offset})
    select p.key as evaluator, p.name, ${subjectKey('k')} as subject, coalesce(${subjectName('k')}, '') as "subjectName", ${status} as status, (select count(*)::int from e) as total
    from p join k on k.company_id is not distinct from p.company_id and k.user_id is not distinct from p.user_id order by p.name, p.key`.execute(db)
  return { pairs: rows.map(({ total: _total, ...pair }) => pair), total: rows[0]?.total ?? 0 }
}

export interface Subject {
  key: string
  name: string
  companyId: string | null
  asked: number
  handedIn: number
}

/** Those whom a round that has begun is about, by name. */
export async function subjectsOf(db: Db, roundId: string): Promise<Subject[]> {
  const { rows } = await sql<Subject>`select s.key, coalesce(${subjectName('s')}, '') as name, s.subject_company_id as "companyId", s.asked, s."handedIn" from (
      select ${subjectKey('k')} as key, k.round_id, k.subject_company_id, k.subject_person_id, k.subject_base_id, count(*)::int as asked, count(*) filter (where a.answer_status in ('submitted', 'certified'))::int as "handedIn"
      from form_task k join form_answer a on a.task_id = k.task_id where k.round_id = ${roundId}::bigint and a.answer_status <> 'void' group by 1, 2, 3, 4, 5) s order by name, s.key`.execute(db)
  return rows
}

export interface Mean {
  subject: string
  question: string
  count: number
  mean: string
}

/** How often each subject was given a number at each question, and their mean, half rounded up to two decimals. Columns of tables are left out. */
export async function meansOf(db: Db, roundId: string, anonymous: boolean): Promise<Mean[]> {
  const values = anonymous
    ? sql`form_anonymous_value v join form_anonymous_answer k on k.anonymous_id = v.anonymous_id`
    : sql`form_value v join form_answer a on a.answer_id = v.answer_id join form_task k on k.task_id = a.task_id`
  const { rows } = await sql<Mean>`select ${subjectKey('k')} as subject, v.question_key as question, count(*)::int as count, round(avg(v.number), 2)::text as mean
    from ${values} where v.round_id = ${roundId}::bigint and v.row_id = '' and v.number is not null group by 1, 2`.execute(db)
  return rows
}
