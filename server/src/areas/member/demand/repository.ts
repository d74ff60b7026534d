import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { companiesHolding } from '../company/keyword.repository'

export const computed = {
  companyName: sql<string>`(select c.short_name from company c where c.company_id = t.company_id)`,
  stockCode: sql<string | null>`(select c.stock_code from company c where c.company_id = t.company_id)`,
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
