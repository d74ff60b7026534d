import { sql, type SqlBool } from 'kysely'
import { companiesHolding } from '../../member/api'
import { personsHolding } from '../appointment/repository'
import './tables'

const company = sql`(select coalesce(c.short_name, c.company_name) from company_public c where c.company_id = t.company_id)`
const status = (of: 'before' | 'after') => sql<string | null>`${sql.ref(`t.${of}`)} ->> 'declareStatus'`

export const computed = {
  schemeName: sql<string>`(select s.scheme_name from eval_scheme s where s.scheme_id = t.scheme_id)`,
  declarantName: sql<string>`coalesce((select p.name from director_base p where p.person_id = t.person_id), ${company})`,
  companyName: sql<string>`${company}`,
  fromStatus: status('before'),
  toStatus: status('after'),
  /** The verb; the page is told its words. */
  action: sql<string>`coalesce(t.verb, t.action)`,
  fieldDiff: sql<string | null>`jsonb_build_object('before', coalesce(t.before, '{}') - 'declareStatus', 'after', coalesce(t.after, '{}') - 'declareStatus')::text`,
}

const midnight = (date: string) => sql`(${date}::date::timestamp at time zone 'Asia/Shanghai')`

export const filters = {
  toStatus: (statuses: readonly string[]) => sql<SqlBool>`t.after ->> 'declareStatus' = any(${[...statuses]}::text[])`,
  operatorName: (name: string) => sql<SqlBool>`t.operator_name = ${name.trim()}`,
  operateTimeFrom: (date: string) => sql<SqlBool>`t.operate_time >= ${midnight(date)}`,
  operateTimeTo: (date: string) => sql<SqlBool>`t.operate_time < ${midnight(date)} + interval '1 day'`,
}

export const holding = (keyword: string) => sql<SqlBool>`t.declare_id = any(array(
  select d.declare_id from declaration d where d.person_id = any(array(${personsHolding(keyword)}))
  union select d.declare_id from declaration d where d.company_id = any(array(${companiesHolding(keyword)}))))`
