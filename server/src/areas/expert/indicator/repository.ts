import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { ofScheme } from '../scheme/repository'
import '../scheme/tables'

export const computed = { ...ofScheme, indicatorScore: sql<number>`t.indicator_score::float8`, questionLabels: sql<string | null>`null::text` }

export interface Indicator {
  indicatorId: string
  standardNo: number
  standardName: string
  indicatorCode: string
  indicatorName: string
  /** Hundredths of a point. */
  score: number
  bonusFlag: boolean
  dimensionName: string
  questionKeys: string[]
}

/** Indicators of a scheme by their standards, codes by the numbers in them. */
export async function indicatorsOf(db: Db, schemeId: string): Promise<Indicator[]> {
  const { rows } = await sql<Indicator>`
    select i.indicator_id::text as "indicatorId", i.standard_no as "standardNo", i.standard_name as "standardName", i.indicator_code as "indicatorCode", i.indicator_name as "indicatorName",
      (i.indicator_score * 100)::int as score, i.bonus_flag as "bonusFlag", i.dimension_name as "dimensionName", i.question_keys as "questionKeys"
    from eval_indicator i where i.scheme_id = ${schemeId}::bigint order by i.standard_no, length(i.indicator_code), i.indicator_code`.execute(db)
  return rows
}

/** How a standard of a scheme is called by an indicator other than this one. */
export const standardName = async (db: Db, schemeId: string, standardNo: number, exceptId: string): Promise<string | undefined> =>
  (await db.selectFrom('eval_indicator').select('standard_name as name').where('scheme_id', '=', schemeId).where('standard_no', '=', standardNo).where('indicator_id', '<>', exceptId).orderBy('indicator_id').limit(1).executeTakeFirst())?.name

/** Gives a standard another name at all of its indicators but the one that is being written. */
export const renameStandard = (db: Db, schemeId: string, standardNo: number, name: string, exceptId: string) =>
  db.updateTable('eval_indicator').set({ standard_name: name, update_time: sql<Date>`now()`, version: sql<number>`version + 1` }).where('scheme_id', '=', schemeId).where('standard_no', '=', standardNo).where('indicator_id', '<>', exceptId).execute()

/** Copies indicators with the keys that the other form has as well; answers how many there are, and how many are left without a question. */
export async function copyIndicators(db: Db, fromId: string, toId: string, keys: readonly string[], by: { deptId: string | null; userId: string }): Promise<{ copied: number; unbound: number }> {
  const { rows } = await sql<{ bound: boolean }>`
    insert into eval_indicator (scheme_id, standard_no, standard_name, indicator_code, indicator_name, indicator_score, bonus_flag, dimension_name, question_keys, note, dept_id, create_by)
    select ${toId}::bigint, standard_no, standard_name, indicator_code, indicator_name, indicator_score, bonus_flag, dimension_name,
      array(select k.key from unnest(question_keys) with ordinality k(key, n) where k.key = any(${[...keys]}::text[]) order by k.n), note, ${by.deptId}::bigint, ${by.userId}::bigint
    from eval_indicator where scheme_id = ${fromId}::bigint order by standard_no, indicator_id
    returning cardinality(question_keys) > 0 as bound`.execute(db)
  return { copied: rows.length, unbound: rows.filter(({ bound }) => !bound).length }
}
