import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { ResourceRuntime } from '../../../platform/resource/definition'

/** Companies of an industry, those of all below it with it: C holds C39, 270000 holds 270104. Of the history of 2012 there are none. */
export const companyCount = sql<number>`case t.scheme
  when 'capco' then (select count(*)::int from company c where not c.deleted and c.csrc_industry >= t.industry_code and c.csrc_industry < t.industry_code || ':')
  when 'sw2021' then (select count(*)::int from company c where not c.deleted
    and c.sw_industry >= regexp_replace(t.industry_code, '(00)+$', '') and c.sw_industry < regexp_replace(t.industry_code, '(00)+$', '') || ':')
  else 0 end`

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

/** Whether there are indicators whose code begins with this one. */
export const hasIndicatorsBelow = async (db: Db, indicatorCode: string): Promise<boolean> =>
  (await db.selectFrom('indicator').select('indicator_id').where(sql<boolean>`parent_code = ${indicatorCode}`).executeTakeFirst()) !== undefined

export async function seedIndustries(db: Db, rows: readonly { scheme: string; industry_code: string; industry_name: string; parent_code: string | null }[]): Promise<void> {
  await db.insertInto('industry').values(rows.map((row) => ({ ...row, remark: null }))).onConflict((c) => c.doNothing()).execute()
}

export interface PaperItem {
  itemKey: string
  itemName: string
  requiredFlag: boolean
  fileExts: string[]
  maxSizeMb: number
}

/** Items in use of a business in their order. */
export const paperItems = async (db: Db, biz: string): Promise<PaperItem[]> =>
  (
    await sql<PaperItem>`select data_item_id as "itemKey", item_name as "itemName", required_flag as "requiredFlag", file_exts as "fileExts", max_size_mb as "maxSizeMb"
      from data_item where biz_type = ${biz} and data_item_status = 'enabled' order by sort_no, data_item_id`.execute(db)
  ).rows

/** Keeps the documents of a record by item, in the column of that field. */
export const keepSlots = (db: Db, m: ResourceRuntime, field: string, id: string, slots: readonly object[]) =>
  sql`update ${sql.table(m.options.table)} set ${sql.ref(m.columnOf(field))} = ${JSON.stringify(slots)}::jsonb where ${sql.ref(m.idColumn)} = ${id}::bigint`.execute(db)

/** Documents that every association asks for; one that is there already stays as staff made it. */
export async function seedItems(db: Db, rows: readonly { item_name: string; biz_type: string; required_flag: boolean; file_exts: string[]; max_size_mb: number; sort_no: number }[]): Promise<void> {
  await db.insertInto('data_item').values(rows.map((row) => ({ ...row, remark: null }))).onConflict((c) => c.doNothing()).execute()
}

export const industryName = async (db: Db, scheme: string, industryCode: string): Promise<string | null> =>
  (await db.selectFrom('industry').select('industry_name').where('scheme', '=', scheme).where('industry_code', '=', industryCode).executeTakeFirst())?.industry_name ?? null

/** All of a classification by their codes: a section stands before its classes. */
export const industriesOf = async (db: Db, scheme: string): Promise<{ industryCode: string; industryName: string }[]> =>
  (await sql<{ industryCode: string; industryName: string }>`select industry_code as "industryCode", industry_name as "industryName" from industry where scheme = ${scheme} order by industry_code`.execute(db)).rows

export interface IndicatorInUse {
  indicatorCode: string
  indicatorName: string
  unit: string | null
  valueType: 'number' | 'percent' | 'text' | 'flag'
  heading: boolean
}

/** Indicators in use by their codes; one with others below it that are in use is a heading. */
export const indicatorsInUse = async (db: Db): Promise<IndicatorInUse[]> =>
  (
    await sql<IndicatorInUse>`select indicator_code as "indicatorCode", indicator_name as "indicatorName", unit, value_type as "valueType",
      exists (select 1 from indicator c where c.parent_code = i.indicator_code and c.indicator_status = 'enabled') as heading
      from indicator i where indicator_status = 'enabled' order by indicator_code`.execute(db)
  ).rows

/** All codes of a classification. */
export const codesOf = async (db: Db, scheme: string): Promise<Set<string>> => new Set((await db.selectFrom('industry').select('industry_code').where('scheme', '=', scheme).execute()).map((i) => i.industry_code))
