import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { appointmentsHolding } from '../appointment/repository'
import './tables'
import '../tables'

export const computed = {
  name: sql<string>`(select p.name from director_appointment a join director_base p on p.person_id = a.person_id where a.appointment_id = t.appointment_id)`,
  companyName: sql<string>`(select c.short_name from company_public c where c.company_id = t.company_id)`,
}

export const filters = { personId: (personId: string) => sql<SqlBool>`t.appointment_id = any(array(select a.appointment_id from director_appointment a where a.person_id = ${personId}::bigint))` }

export const holding = (keyword: string) => sql<SqlBool>`t.appointment_id = any(array(${appointmentsHolding(keyword)}))`

/** Inserts a check of the year for every independent director in office who has none; answers how many there were to make, and how many were new. */
export async function insertChecks(db: Db, { year, ruleDate, within }: { year: number; ruleDate: string; within: Expression<SqlBool> }): Promise<{ all: number; made: number }> {
  const { rows } = await sql<{ all: number; made: number }>`
    with wanted as (select a.appointment_id, a.dept_id from director_appointment a where a.role_type = 'independent' and a.appoint_status = 'serving' and a.first_date <= make_date(${year}::int, 12, 31) and ${within}),
    made as (insert into independence_check (appointment_id, check_year, rule_date, dept_id) select appointment_id, ${year}::int, ${ruleDate}::date, dept_id from wanted order by appointment_id on conflict (appointment_id, check_year) do nothing returning 1)
    select (select count(*)::int from wanted) as all, (select count(*)::int from made) as made`.execute(db)
  return rows[0] ?? { all: 0, made: 0 }
}

export const noteReturn = (db: Db, checkId: string, reason: string | null) => db.updateTable('independence_check').set({ return_reason: reason }).where('check_id', '=', checkId).execute()

/** Writes down what the board says; the conclusion follows from it. */
export const noteAssessment = (db: Db, checkId: string, { boardConclusion, boardOpinion }: { boardConclusion: 'agreed' | 'unfit'; boardOpinion: string }) =>
  db.updateTable('independence_check').set({ board_conclusion: boardConclusion, board_opinion: boardOpinion }).where('check_id', '=', checkId).execute()
