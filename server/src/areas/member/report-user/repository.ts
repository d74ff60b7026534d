import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { companiesHolding } from '../company/keyword.repository'

/** Companies that a row names in its list; the others are counted. */
const NAMED = 3
const ofUser = (column: string) => sql<string>`(select u.${sql.ref(column)} from sys_user u where u.user_id = t.user_id)`

export const computedOn = (today: () => string) => ({
  realName: ofUser('real_name'),
  loginName: ofUser('login_name'),
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

const accountsHolding = (keyword: string) => {
  const { grams, exact } = gramsOfKeyword(keyword)
  const like = contains(keyword.trim())
  return sql`select u.user_id from sys_user u where u.search_grams @> ${grams}::text[]${exact ? sql`` : sql` and (u.login_name ilike ${like} or u.real_name ilike ${like})`}`
}

/** Rows whose person or one of whose companies holds the keyword; each half by its own index. */
export const holding = (keyword: string) => sql<SqlBool>`t.report_user_id = any(array(
  select r.report_user_id from report_user r where r.user_id = any(array(${accountsHolding(keyword)}))
  union select r.report_user_id from report_user r where r.company_ids && array(${companiesHolding(keyword)})))`

/** Accounts by name that can sign in and do not stand here yet. */
export const accountsNamed = async (db: Db, keyword: string, limit: number): Promise<{ userId: string; realName: string; loginName: string }[]> =>
  (
    await sql<{ userId: string; realName: string; loginName: string }>`select u.user_id as "userId", u.real_name as "realName", u.login_name as "loginName" from sys_user u
      where u.account_status = 'normal' and u.user_id = any(array(${accountsHolding(keyword)})) and not exists (select 1 from report_user r where r.user_id = u.user_id)
      order by u.real_name, u.user_id limit ${limit}`.execute(db)
  ).rows

export const canSignIn = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('sys_user').select('user_id').where('user_id', '=', userId).where('account_status', '=', 'normal').executeTakeFirst()) !== undefined

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

/** People of the demo association by their login names. */
export const usersNamed = (db: Db, loginNames: readonly string[]) => db.selectFrom('sys_user').select(['user_id', 'login_name']).where('login_name', 'in', loginNames).orderBy('user_id').execute()

export const seedReportUser = (db: Db, row: { user_id: string; report_types: string[]; company_ids: string[]; valid_to: string | null }) => db.insertInto('report_user').values({ ...row, remark: null, create_by: null }).execute()
