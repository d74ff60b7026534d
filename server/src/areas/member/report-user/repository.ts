import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { accountsHolding, personLogin, personName } from '../../../platform/identity/people'
import { companiesHolding } from '../company/keyword.repository'

/** Companies that a row names in its list; the others are counted. */
const NAMED = 3

export const computedOn = (today: () => string) => ({
  realName: personName('t.user_id'),
  loginName: personLogin('t.user_id'),
  companyNames: sql<string>`(select string_agg(c.short_name, '、' order by c.place) || case when cardinality(t.company_ids) > ${NAMED}::int then '等 ' || cardinality(t.company_ids) || ' 家' else '' end
    from (select k.short_name, x.place from unnest(t.company_ids) with ordinality as x(id, place) join company k on k.company_id = x.id where x.place <= ${NAMED}::int) c)`,
  // Asked of the database at each reading: a day that passes needs no job.
  get inForce() {
    return sql<boolean>`(t.valid_to is null or t.valid_to >= ${today()}::date)`
  },
})

export const filtersOn = (today: () => string) => ({
  inForce: (answer: string) => (answer === 'yes' ? sql<SqlBool>`(t.valid_to is null or t.valid_to >= ${today()}::date)` : sql<SqlBool>`t.valid_to < ${today()}::date`),
  reportType: (type: string) => sql<SqlBool>`t.report_types @> array[${type}]::text[]`,
})

/** Rows whose person or one of whose companies holds the keyword; each half by its own index. */
export const holding = (keyword: string) => sql<SqlBool>`t.report_user_id = any(array(
  select r.report_user_id from report_user r where r.user_id = any(array(${accountsHolding(keyword)}))
  union select r.report_user_id from report_user r where r.company_ids && array(${companiesHolding(keyword)})))`

/** A query of the ids of the accounts that stand here. */
export const listed = sql`select r.user_id from report_user r`

export interface Bounds {
  reportTypes: string[]
  companyIds: string[]
  validTo: string | null
}

/** What an account may hand in; undefined for one that is not limited. */
export const boundsOf = (db: Db, userId: string): Promise<Bounds | undefined> =>
  db.selectFrom('report_user').select(['report_types as reportTypes', 'company_ids as companyIds', 'valid_to as validTo']).where('user_id', '=', userId).executeTakeFirst()

/** Reports that an account may see: all for one that does not stand here, otherwise those of its types and companies up to its day. */
export const within = (userId: string, alias: string, day: string) => {
  const report = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<SqlBool>`(not exists (select 1 from report_user b where b.user_id = ${userId}::bigint) or exists (
    select 1 from report_user b where b.user_id = ${userId}::bigint and (b.valid_to is null or b.valid_to >= ${day}::date)
      and ${report('report_type')} = any(b.report_types) and ${report('company_id')} = any(b.company_ids)))`
}

export const seedReportUser = (db: Db, row: { user_id: string; report_types: string[]; company_ids: string[]; valid_to: string | null }) => db.insertInto('report_user').values({ ...row, remark: null, create_by: null }).execute()
