import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Companies of an industry, those of its classes with it: C holds C39. Companies carry codes of 中上协 alone. */
export const companyCount = sql<number>`case when t.scheme = 'capco' then (
  select count(*)::int from company c where not c.deleted and c.csrc_industry >= t.industry_code and c.csrc_industry < t.industry_code || ':') else 0 end`

/** Weights of the indicators in use below the same parent, added up. */
export const siblingWeight = sql<string>`trim_scale(coalesce((
  select sum(s.weight) from indicator s where s.indicator_status = 'enabled' and s.parent_code is not distinct from t.parent_code), 0))::text`

export const weightText = sql<string | null>`trim_scale(t.weight)::text`

export const hasIndustry = async (db: Db, scheme: string, industryCode: string): Promise<boolean> =>
  (await db.selectFrom('industry').select('industry_id').where('scheme', '=', scheme).where('industry_code', '=', industryCode).executeTakeFirst()) !== undefined

export const hasClasses = async (db: Db, scheme: string, industryCode: string): Promise<boolean> =>
  (await db.selectFrom('industry').select('industry_id').where('scheme', '=', scheme).where('parent_code', '=', industryCode).executeTakeFirst()) !== undefined

export const hasIndicator = async (db: Db, indicatorCode: string): Promise<boolean> =>
  (await db.selectFrom('indicator').select('indicator_id').where('indicator_code', '=', indicatorCode).executeTakeFirst()) !== undefined

export async function layIndustries(db: Db, rows: readonly { scheme: string; industry_code: string; industry_name: string; parent_code: string | null }[]): Promise<void> {
  await db.insertInto('industry').values(rows.map((row) => ({ ...row, remark: null }))).onConflict((c) => c.doNothing()).execute()
}
