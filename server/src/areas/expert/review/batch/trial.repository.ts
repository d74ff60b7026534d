import type { CountedSheet, CountingRules } from '@assoc/contract/expert/review/calculate'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database'
import '../tables'

export interface RulesOfBatch extends CountingRules {
  status: string
  frozen: boolean
}

/** The rules of a batch by which its sheets are counted. */
export async function rulesOf(db: Db, batchId: string): Promise<RulesOfBatch | undefined> {
  const { rows } = await sql<RulesOfBatch>`
    select batch_status as status, frozen_time is not null as frozen, dimensions, trim_rule as "trimRule", normalisation, least_valid as "leastValid", spread_limit::float8 as "spreadLimit",
      cut_kind as "cutKind", cut_value::float8 as "cutValue", cut_ties as "cutTies"
    from review_batch where batch_id = ${batchId}::bigint`.execute(db)
  return rows[0]
}

export const worksOf = (db: Db, batchId: string) =>
  db.selectFrom('review_item').select(['item_id as itemId', 'item_no as itemNo', 'title']).where('batch_id', '=', batchId).orderBy('item_no').execute()

/** Sheets of a batch that count. */
export async function countedSheets(db: Db, batchId: string): Promise<CountedSheet[]> {
  const { rows } = await sql<CountedSheet>`
    select s.sheet_id as "sheetId", s.item_id as "itemId", s.expert_id as "expertId", s.dim_scores as "dimScores" from review_sheet s where s.batch_id = ${batchId}::bigint and s.sheet_status = 'submitted' order by s.sheet_id`.execute(db)
  return rows
}
