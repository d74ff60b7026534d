import { sql, type SqlBool } from 'kysely'
import { companiesHolding } from '../../member/api'
import { personsHolding } from '../appointment/repository'
import '../scheme/tables'

export const computed = {
  name: sql<string | null>`(select p.name from director_base p where p.person_id = t.person_id)`,
  companyName: sql<string | null>`(select c.short_name from company_public c where c.company_id = t.company_id)`,
}

/** Cases of people or companies that hold the keyword; each half is found by its own index. */
export const holding = (keyword: string) => sql<SqlBool>`t.case_id = any(array(
  select i.case_id from integrity_case i where i.person_id = any(array(${personsHolding(keyword)}))
  union select i.case_id from integrity_case i where i.company_id = any(array(${companiesHolding(keyword)}))))`

export const filters = {
  dateFrom: (day: string) => sql<SqlBool>`t.case_date >= ${day}::date`,
  dateTo: (day: string) => sql<SqlBool>`t.case_date <= ${day}::date`,
}
