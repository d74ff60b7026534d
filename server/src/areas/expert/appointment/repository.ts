import { BOARDS_MOST, YEARS_MOST } from '@assoc/contract/expert/appointment'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { companiesHolding } from '../../member/api'
import '../tables'

const today = sql`(now() at time zone 'Asia/Shanghai')::date`
const independent = sql`t.role_type = 'independent' and t.appoint_status = 'serving'`
/** Independent directors of more boards than they should be of. */
const crowded = sql`select a.person_id from director_appointment a where a.role_type = 'independent' and a.appoint_status = 'serving' group by a.person_id having count(distinct a.company_id) > ${sql.lit(BOARDS_MOST)}`
const boards = sql`(select count(distinct a.company_id) from director_appointment a where a.person_id = t.person_id and a.role_type = 'independent' and a.appoint_status = 'serving')`

const WARNINGS: Record<string, ReturnType<typeof sql<SqlBool>>> = {
  boards: sql<SqlBool>`${independent} and t.person_id = any(array(${crowded}))`,
  years: sql<SqlBool>`${independent} and t.first_date <= (${today} - make_interval(years => ${sql.lit(YEARS_MOST)}))::date`,
  ended: sql<SqlBool>`t.appoint_status = 'serving' and t.term_end < ${today}`,
}

export const computed = {
  name: sql<string>`(select p.name from director_base p where p.person_id = t.person_id)`,
  companyName: sql<string>`(select c.short_name from company_public c where c.company_id = t.company_id)`,
  stockCode: sql<string | null>`(select c.stock_code from company_public c where c.company_id = t.company_id)`,
  allowance: sql<number | null>`t.allowance::float8`,
  dutyDays: sql<number | null>`case when t.role_type = 'independent' then (select coalesce(sum(d.duty_days), 0) from director_duty d where d.appointment_id = t.appointment_id and d.duty_date >= date_trunc('year', ${today})::date and d.duty_date <= ${today})::float8 end`,
  warnings: sql<string[]>`array_remove(array[case when ${independent} and ${boards} > ${sql.lit(BOARDS_MOST)} then 'boards' end, case when ${WARNINGS['years']} then 'years' end, case when ${WARNINGS['ended']} then 'ended' end], null)`,
}

/** People whose name or initials hold a keyword. */
export function personsHolding(keyword: string): RawBuilder<unknown> {
  const { grams, exact } = gramsOfKeyword(keyword)
  const like = contains(keyword.trim())
  return sql`select p.person_id from director_base p where p.search_grams @> ${grams}::text[]${exact ? sql`` : sql` and (p.name ilike ${like} or p.name_initials ilike ${like})`}`
}

/** Appointments of people or companies that hold the keyword; each half is found by its own index. */
export const appointmentsHolding = (keyword: string): RawBuilder<unknown> => sql`
  select a.appointment_id from director_appointment a where a.person_id = any(array(${personsHolding(keyword)}))
  union select a.appointment_id from director_appointment a where a.company_id = any(array(${companiesHolding(keyword)}))`

export const holding = (keyword: string) => sql<SqlBool>`t.appointment_id = any(array(${appointmentsHolding(keyword)}))`

export const filters = {
  warning: (kind: string) => WARNINGS[kind] ?? sql<SqlBool>`false`,
  endFrom: (day: string) => sql<SqlBool>`t.term_end >= ${day}::date`,
  endTo: (day: string) => sql<SqlBool>`t.term_end <= ${day}::date`,
}

export const noteLeft = (db: Db, appointmentId: string, leaveDate: string) => db.updateTable('director_appointment').set({ leave_date: leaveDate }).where('appointment_id', '=', appointmentId).execute()
