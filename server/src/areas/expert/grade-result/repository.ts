import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { companiesHolding } from '../../member/api'
import { personsHolding } from '../appointment/repository'
import '../scheme/tables'

const ofCompany = (column: string) => sql`(select ${sql.ref(`c.${column}`)} from company_public c where c.company_id = t.company_id)`

export const computed = {
  schemeName: sql<string | null>`(select s.scheme_name from eval_scheme s where s.scheme_id = t.scheme_id)`,
  name: sql<string | null>`(select p.name from director_base p where p.person_id = t.person_id)`,
  companyName: ofCompany('short_name'),
  stockCode: ofCompany('stock_code'),
  jurisdiction: ofCompany('jurisdiction'),
  score: sql<number | null>`t.score::float8`,
  onShow: sql<boolean>`t.notice_id is not null`,
  resultSource: sql<string>`case when t.scheme_id is null then 'history' else 'scheme' end`,
}

/** Results of people or companies that hold the keyword; each half is found by its own index. */
export const holding = (keyword: string) => sql<SqlBool>`t.result_id = any(array(
  select r.result_id from eval_grade_result r where r.person_id = any(array(${personsHolding(keyword)}))
  union select r.result_id from eval_grade_result r where r.company_id = any(array(${companiesHolding(keyword)}))))`

export interface GradedRow {
  resultId: string
  rank: number | null
  code: string
  veto: string | null
}

/** Writes ranks and grades of results that are not on show. */
export async function writeGrades(db: Db, rows: readonly GradedRow[]): Promise<void> {
  await sql`
    update eval_grade_result r set rank_no = x.rank, grade_code = x.code, veto_reason = x.veto, update_time = now(), version = r.version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x("resultId" bigint, rank int, code text, veto text)
    where r.result_id = x."resultId" and (r.rank_no, r.grade_code, r.veto_reason) is distinct from (x.rank, x.code, x.veto)`.execute(db)
}

/** Scores of declarants under a scheme, as whoever scores them hands them in: new ones are added, others are put right. */
export async function putScores(db: Db, schemeId: string, scores: readonly { personId: string | null; companyId: string; score: number | null }[], by: { deptId: string | null; userId: string | null }): Promise<void> {
  await sql`
    insert into eval_grade_result (scheme_id, eval_target, eval_year, company_id, person_id, score, dept_id, create_by)
    select s.scheme_id, s.eval_target, s.scheme_year, x."companyId", x."personId", x.score / 100, ${by.deptId}::bigint, ${by.userId}::bigint
    from eval_scheme s cross join jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) x("personId" bigint, "companyId" bigint, score numeric)
    where s.scheme_id = ${schemeId}::bigint order by x."companyId", x."personId"
    on conflict (scheme_id, company_id, coalesce(person_id, 0)) where scheme_id is not null
    do update set score = excluded.score, rank_no = null, grade_code = null, update_time = now(), version = eval_grade_result.version + 1 where eval_grade_result.score is distinct from excluded.score`.execute(db)
}

/** What follows a step of one result. */
export const note = (db: Db, resultId: string, set: { publish_time?: 'now'; cancel_reason?: string | null }) =>
  db
    .updateTable('eval_grade_result')
    .set({ ...(set.publish_time ? { publish_time: sql<Date>`now()` } : {}), ...('cancel_reason' in set ? { cancel_reason: set.cancel_reason ?? null } : {}) })
    .where('result_id', '=', resultId)
    .execute()
