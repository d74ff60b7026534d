import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../scheme/tables'
import './tables'

/** The result of a declaration: of the same scheme, company and person. */
const RESULT_OF = sql`r.scheme_id = d.scheme_id and r.company_id = d.company_id and r.person_id is not distinct from d.person_id`

/** Declarations of a scheme that wait for a score and have no result. */
export async function withoutResult(db: Db, schemeId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from declaration d where d.scheme_id = ${schemeId}::bigint and d.declare_status = 'scoring' and not exists (select from eval_grade_result r where ${RESULT_OF})`.execute(db)
  return rows[0]?.n ?? 0
}

/** Takes all declarations of a scheme in one status on to the next one with what the results say; answers which they were. */
export async function takeOn(db: Db, schemeId: string, from: 'scoring' | 'publicity', to: 'publicity' | 'published'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update declaration d set declare_status = ${to}, final_score = r.score, grade = r.grade_code, update_time = now(), version = d.version + 1
    from eval_grade_result r where ${RESULT_OF} and d.scheme_id = ${schemeId}::bigint and d.declare_status = ${from} and r.result_status <> 'disqualified'
    returning d.declare_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The declaration that a result came of, as long as it is shown or published. */
export async function shownDeclaration(db: Db, resultId: string): Promise<{ declareId: string; declareStatus: 'publicity' | 'published' } | undefined> {
  const { rows } = await sql<{ declareId: string; declareStatus: 'publicity' | 'published' }>`
    select d.declare_id as "declareId", d.declare_status as "declareStatus" from eval_grade_result r join declaration d on ${RESULT_OF}
    where r.result_id = ${resultId}::bigint and d.declare_status in ('publicity', 'published') for update of d`.execute(db)
  return rows[0]
}

export const disqualify = (db: Db, declareId: string) =>
  db.updateTable('declaration').set({ declare_status: 'disqualified', grade: null, update_time: sql<Date>`now()`, version: sql<number>`version + 1` }).where('declare_id', '=', declareId).execute()
