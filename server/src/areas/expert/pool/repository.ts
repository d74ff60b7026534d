import { ENDING_DAYS } from '@assoc/contract/expert/expert'
import { sql, type SqlBool } from 'kysely'
import { awaitsPassword, linkColumns } from '../../rbac/api'
import '../tables'

const today = sql`(now() at time zone 'Asia/Shanghai')::date`
const ends = sql`${today} + ${sql.lit(ENDING_DAYS)}`

/** What an expert is bound to, from its rows, in the order in which they were entered; `alias` names the expert. */
export const tiesOf = (alias: string) => sql`(select coalesce(jsonb_agg(jsonb_build_object('tieKind', x.tie_kind, 'companyId', x.company_id::text, 'unit', x.unit, 'since', x.since, 'until', x.until, 'note', x.note) order by x.tie_id), '[]') from expert_tie x where x.expert_id = ${sql.ref(`${alias}.expert_id`)})`

export const computed = {
  termState: sql<string>`case when t.term_end < ${today} then 'over' when t.term_end <= ${ends} then 'ending' else 'running' end`,
  relatedCompanies: tiesOf('t'),
  ...linkColumns('expert', 't.expert_id'),
  awaitsPassword: awaitsPassword('t.user_id'),
}

const STATES: Record<string, ReturnType<typeof sql<SqlBool>>> = {
  over: sql<SqlBool>`t.term_end < ${today}`,
  ending: sql<SqlBool>`t.term_end between ${today} and ${ends}`,
  running: sql<SqlBool>`t.term_end > ${ends}`,
}

export const filters = {
  field: (one: string) => sql<SqlBool>`t.fields @> array[${one}]::text[]`,
  termState: (state: string) => STATES[state] ?? sql<SqlBool>`false`,
  /** The whole number alone: blanks and dashes of a pasted one are taken off. */
  mobile: (mobile: string) => sql<SqlBool>`t.mobile = ${mobile.replace(/[\s-]/g, '')}`,
}

