import { sql, type SqlBool } from 'kysely'
import { appointmentsHolding } from '../appointment/repository'
import '../tables'

export const computed = {
  name: sql<string>`(select p.name from director_appointment a join director_base p on p.person_id = a.person_id where a.appointment_id = t.appointment_id)`,
  companyName: sql<string>`(select c.short_name from company_public c where c.company_id = t.company_id)`,
  dutyDays: sql<number>`t.duty_days::float8`,
  yearDays: sql<number>`(select sum(d.duty_days) from director_duty d where d.appointment_id = t.appointment_id and d.duty_date >= date_trunc('year', t.duty_date)::date and d.duty_date < (date_trunc('year', t.duty_date) + interval '1 year')::date)::float8`,
}

const within = (condition: ReturnType<typeof sql>) => sql<SqlBool>`t.appointment_id = any(array(select a.appointment_id from director_appointment a where ${condition}))`

export const filters = {
  personId: (personId: string) => within(sql`a.person_id = ${personId}::bigint`),
  dateFrom: (day: string) => sql<SqlBool>`t.duty_date >= ${day}::date`,
  dateTo: (day: string) => sql<SqlBool>`t.duty_date <= ${day}::date`,
}

export const holding = (keyword: string) => sql<SqlBool>`t.appointment_id = any(array(${appointmentsHolding(keyword)}))`
