import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { companiesHolding } from '../company/keyword.repository'

export const computed = {
  companyName: sql<string>`(select c.short_name from company c where c.company_id = t.company_id)`,
  stockCode: sql<string | null>`(select c.stock_code from company c where c.company_id = t.company_id)`,
  directorNames: sql<string | null>`(select string_agg(d.name, '、' order by u.n) from unnest(t.director_ids) with ordinality as u(id, n) join director_user d on d.director_id = u.id)`,
  directorIds: sql<string[]>`array(select d.director_id::text from unnest(t.director_ids) with ordinality as u(id, n) join director_user d on d.director_id = u.id order by u.n)`,
  allowance: sql<string | null>`trim_scale(t.allowance)::text`,
}

export const filters = {
  deadlineFrom: (day: string) => sql<SqlBool>`t.deadline >= ${day}::date`,
  deadlineTo: (day: string) => sql<SqlBool>`t.deadline <= ${day}::date`,
}

/** What a company is called; demands are found by its index. */
export const holding = (keyword: string) => sql<SqlBool>`t.company_id = any(array(${companiesHolding(keyword)}))`

/** Open demands of a company and type, without one, counted under the lock of the company's row: two that are submitted at once count each other. */
export async function countOpen(db: Db, companyId: string, type: string, without: string | null): Promise<number> {
  await db.selectFrom('company').select('company_id').where('company_id', '=', companyId).forUpdate().execute()
  const row = await db
    .selectFrom('demand')
    .select(sql<string>`count(*)`.as('n'))
    .where('company_id', '=', companyId)
    .where('demand_type', '=', type)
    .where('demand_status', 'in', ['pending', 'published'])
    .$if(without !== null, (query) => query.where('demand_id', '<>', without as string))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Published demands whose last day is over; at most 500 at a time. */
export const overdue = async (db: Db, day: string): Promise<{ demandId: string; createBy: string | null; demandNo: string }[]> =>
  db
    .selectFrom('demand')
    .select(['demand_id as demandId', 'create_by as createBy', 'demand_no as demandNo'])
    .where('demand_status', '=', 'published')
    .where('deadline', '<', day)
    .orderBy('deadline')
    .limit(500)
    .execute()

/** Lets one demand expire unless somebody moved it meanwhile. */
export const expire = async (db: Db, demandId: string): Promise<boolean> =>
  (await db.updateTable('demand').set({ demand_status: 'expired', version: sql`version + 1`, update_time: sql`now()` }).where('demand_id', '=', demandId).where('demand_status', '=', 'published').executeTakeFirst()).numUpdatedRows === 1n

export const someCompanies = async (db: Db, count: number) =>
  db.selectFrom('company').select(['company_id', 'short_name', 'dept_id', 'create_by']).where('company_type', '=', 'listed').where('deleted', '=', false).orderBy('company_id').limit(count).execute()

/** How many of these people are in the pool and shown; held until the transaction ends. */
export async function listedAmong(db: Db, directorIds: readonly string[]): Promise<number> {
  const { rows } = await sql`select 1 from director_user where director_id = any(${[...directorIds]}::bigint[]) and pool_status = 'listed' for share`.execute(db)
  return rows.length
}

/** Notes whom a demand was matched with, in the order in which they were chosen. */
export const noteMatch = (db: Db, demandId: string, directorIds: readonly string[]) => sql`update demand set director_ids = ${[...directorIds]}::bigint[] where demand_id = ${demandId}::bigint`.execute(db)
