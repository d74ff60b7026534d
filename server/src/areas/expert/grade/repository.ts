import { sql } from 'kysely'
import type { Grade, Scale } from '@assoc/contract/expert/grading'
import type { Db } from '../../../platform/database/database'
import { ofScheme, type Scheme } from '../scheme/repository'
import '../scheme/tables'

const scale = sql`(select s.grade_scale from eval_scheme s where s.scheme_id = t.scheme_id)`
const kind = sql`(select s.quota_kind from eval_scheme s where s.scheme_id = t.scheme_id)`
/** Where the next better grade begins. */
const above = sql`(select min(g.low_score) from eval_grade g where g.scheme_id = t.scheme_id and g.grade_order < t.grade_order)`

export const computed = {
  ...ofScheme,
  quota: sql<number | null>`t.quota::float8`,
  lowScore: sql<number | null>`t.low_score::float8`,
  rangeText: sql<string>`case
    when ${scale} = 'score' then case when t.low_score is null then '未填最低分' when ${above} is null then t.low_score || ' 分及以上' else t.low_score || '–' || ${above} - 0.01 || ' 分' end
    when t.quota is null then '其余全部'
    when ${kind} = 'percent' then '前列 ' || t.quota || '%'
    else trim_scale(t.quota) || ' 个' end`,
}

export interface NamedGrade extends Grade {
  name: string
}

/** Grades of a scheme, the best one first, in hundredths. */
export async function gradesOf(db: Db, schemeId: string): Promise<NamedGrade[]> {
  const { rows } = await sql<NamedGrade>`
    select g.grade_code as code, g.grade_name as name, (g.quota * 100)::int as quota, (g.low_score * 100)::int as "from"
    from eval_grade g where g.scheme_id = ${schemeId}::bigint order by g.grade_order, g.grade_id`.execute(db)
  return rows
}

export type NamedScale = Omit<Scale, 'grades'> & { grades: readonly NamedGrade[] }

export const scaleOf = async (db: Db, scheme: Pick<Scheme, 'schemeId' | 'gradeScale' | 'quotaKind' | 'tieRule'>): Promise<NamedScale> => ({
  kind: scheme.gradeScale, quotaKind: scheme.quotaKind, tieRule: scheme.tieRule, grades: await gradesOf(db, scheme.schemeId),
})

interface NewGrade {
  order: number
  code: string
  name: string
  quota: number | null
  low: number | null
}

export async function insertGrades(db: Db, schemeId: string, grades: readonly NewGrade[], by: { deptId: string | null; userId: string }): Promise<void> {
  await sql`insert into eval_grade (scheme_id, grade_order, grade_code, grade_name, quota, low_score, dept_id, create_by)
    select ${schemeId}::bigint, x."order", x.code, x.name, x.quota, x.low, ${by.deptId}::bigint, ${by.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(grades)}::jsonb) x("order" int, code text, name text, quota numeric, low numeric) order by x."order"`.execute(db)
}

export interface KeptScore {
  resultId: string
  personId: string | null
  companyId: string
  score: number | null
}

/** Scores of a scheme, in hundredths; results that an objection has taken away are left out. */
export async function scoresOf(db: Db, schemeId: string): Promise<KeptScore[]> {
  const { rows } = await sql<KeptScore>`
    select r.result_id::text as "resultId", r.person_id::text as "personId", r.company_id::text as "companyId", (r.score * 100)::int as score
    from eval_grade_result r where r.scheme_id = ${schemeId}::bigint and r.result_status not in ('disqualified', 'cancelled') order by r.result_id`.execute(db)
  return rows
}

/** Scores of the same kind of evaluation in the year before. */
export async function scoresOfYear(db: Db, target: string, year: number): Promise<KeptScore[]> {
  const { rows } = await sql<KeptScore>`
    select r.result_id::text as "resultId", r.person_id::text as "personId", r.company_id::text as "companyId", (r.score * 100)::int as score
    from eval_grade_result r where r.eval_target = ${target} and r.eval_year = ${year} and r.result_status = 'published' order by r.result_id limit 20000`.execute(db)
  return rows
}
