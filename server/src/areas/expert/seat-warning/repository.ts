import { sql, type SqlBool } from 'kysely'
import { companiesHolding } from '../../member/api'
import { personsHolding } from '../appointment/repository'
import '../tables'

export const computed = {
  name: sql<string | null>`(select p.name from director_base p where p.person_id = t.person_id)`,
  companyName: sql<string | null>`(select c.short_name from company_public c where c.company_id = t.company_id)`,
}

/** Warnings about people or companies that hold the keyword; each half is found by its own index. */
export const holding = (keyword: string) => sql<SqlBool>`t.warning_id = any(array(
  select w.warning_id from seat_warning w where w.person_id = any(array(${personsHolding(keyword)}))
  union select w.warning_id from seat_warning w where w.company_id = any(array(${companiesHolding(keyword)}))))`
