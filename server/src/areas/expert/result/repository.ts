import type { CountedSheet, CountingRules, ItemResult } from '@assoc/contract/expert/review/calculate'
import type { batchStatus, reviewKind, reviewStage, sheetStatus } from '@assoc/contract/expert/review/kinds'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { withStep } from '../../../platform/resource/acted-by'
import { contains } from '../../../platform/database/list'
import '../tables'
import '../review/tables'

type Of<S extends { labels: object }> = keyof S['labels'] & string

export const computed = {
  batchName: sql<string>`(select b.batch_name from review_batch b where b.batch_id = t.batch_id)`,
  itemNo: sql<number>`(select i.item_no from review_item i where i.item_id = t.item_id)`,
  title: sql<string>`(select i.title from review_item i where i.item_id = t.item_id)`,
  finalScore: sql<number | null>`t.final_score::float8`,
  rawMean: sql<number | null>`t.raw_mean::float8`,
  dropHigh: sql<number | null>`t.drop_high::float8`,
  dropLow: sql<number | null>`t.drop_low::float8`,
  spread: sql<number | null>`t.spread::float8`,
}

const byTitle = (condition: Expression<SqlBool>) => sql<SqlBool>`t.item_id = any(array(select i.item_id from review_item i where ${condition}))`
/** Results of works whose title has a text. */
export const holding = (keyword: string, grams: readonly string[], exact: boolean) =>
  byTitle(sql<SqlBool>`i.search_grams @> ${[...grams]}::text[] ${exact ? sql`` : sql`and i.title ilike ${contains(keyword.trim())}`}`)

export interface Batch {
  batchId: string
  batchName: string
  batchStatus: Of<typeof batchStatus>
  version: number
  deptId: string | null
  createBy: string | null
  resultHash: string | null
  staleTime: Date | null
  actedBy: (string | null)[]
  rules: CountingRules
  /** Rules that are no part of counting and frozen all the same. */
  others: Record<string, unknown>
}

interface BatchRow extends Omit<Batch, 'rules' | 'others'>, CountingRules {
  others: Record<string, unknown>
}

/** A batch with its rules, within the scope that is said on `b`; held until the transaction ends where that is wanted. */
export async function batchOf(db: Db, batchId: string, scope: Expression<SqlBool>, hold: boolean): Promise<Batch | undefined> {
  if (hold) await sql`select 1 from review_batch where batch_id = ${batchId}::bigint for update`.execute(db)
  const { rows } = await sql<BatchRow>`select b.batch_id as "batchId", b.batch_name as "batchName", b.batch_status as "batchStatus", b.version, b.dept_id as "deptId", b.create_by as "createBy", b.result_hash as "resultHash", b.stale_time as "staleTime",
      b.acted_by || array['write:' || b.create_by] as "actedBy", b.dimensions, b.trim_rule as "trimRule", b.normalisation, b.least_valid as "leastValid", b.spread_limit::float8 as "spreadLimit",
      b.cut_kind as "cutKind", b.cut_value::float8 as "cutValue", b.cut_ties as "cutTies",
      jsonb_build_object('reviewKind', b.review_kind, 'reviewStage', b.review_stage, 'commentBelow', b.comment_below, 'commentFrom', b.comment_from, 'blindFlag', b.blind_flag, 'calibrationItemId', b.calibration_item_id::text) as others
    from review_batch b where b.batch_id = ${batchId}::bigint and ${scope}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { dimensions, trimRule, normalisation, leastValid, spreadLimit, cutKind, cutValue, cutTies, ...batch } = row
  return { ...batch, rules: { dimensions, trimRule, normalisation, leastValid, spreadLimit, cutKind, cutValue, cutTies } }
}

/** Works of a batch that are ranked: all but the one by which experts are calibrated. */
export async function itemsOf(db: Db, batchId: string): Promise<{ itemId: string; reviewable: string; objectId: string }[]> {
  const { rows } = await sql<{ itemId: string; reviewable: string; objectId: string }>`select i.item_id as "itemId", i.reviewable, i.object_id as "objectId" from review_item i join review_batch b on b.batch_id = i.batch_id
    where i.batch_id = ${batchId}::bigint and i.item_id is distinct from b.calibration_item_id order by i.item_no`.execute(db)
  return rows
}

export interface FrozenSheet extends CountedSheet {
  totalScore: number
  comment: string | null
  submitTime: string
}

/** Sheets that count: handed in and neither struck nor given up. */
export async function sheetsOf(db: Db, batchId: string): Promise<FrozenSheet[]> {
  const { rows } = await sql<FrozenSheet>`select s.sheet_id as "sheetId", s.item_id as "itemId", s.expert_id as "expertId", s.dim_scores as "dimScores", s.total_score::float8 as "totalScore", s.comment,
      to_char(s.submit_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "submitTime"
    from review_sheet s join review_batch b on b.batch_id = s.batch_id where s.batch_id = ${batchId}::bigint and s.sheet_status = 'submitted' and s.item_id is distinct from b.calibration_item_id order by s.sheet_id`.execute(db)
  return rows
}

export interface Written extends ItemResult {
  /** Prints the sheets behind it. */
  sheetsKey: string
}

/**
 * Writes results of a batch in one statement. A spread above the limit is to be reconsidered, unless it was with these very sheets; who counted does not
 * settle that themselves.
 */
export async function writeResults(db: Db, batch: Pick<Batch, 'batchId' | 'deptId' | 'createBy'>, results: readonly Written[], marks: readonly string[]): Promise<void> {
  const sent = JSON.stringify(results.map(({ sheets, dimMeans, lacking, disputed, sheetsKey, ...figures }) => ({ ...figures, lacking, disputed, sheetsKey, detail: { sheets, dimMeans } })))
  await sql`insert into review_result as r (batch_id, item_id, valid_count, raw_mean, drop_high, drop_low, final_score, spread, rank_no, in_cut, detail, result_status, acted_by, dept_id, create_by)
    select ${batch.batchId}::bigint, x."itemId", x."validCount", x."rawMean", x."dropHigh", x."dropLow", x."finalScore", x.spread, x."rankNo", x."inCut", x.detail,
      case when x.lacking then 'lacking' when x.disputed and o.upheld_for is distinct from x."sheetsKey" then 'again' else 'summed' end,
      case when x.disputed then ${[...marks]}::text[] else '{}' end, ${batch.deptId}::bigint, ${batch.createBy}::bigint
    from jsonb_to_recordset(${sent}::jsonb) as x("itemId" bigint, "validCount" int, "rawMean" numeric, "dropHigh" numeric, "dropLow" numeric, "finalScore" numeric, spread numeric, "rankNo" int, "inCut" boolean, lacking boolean, disputed boolean, "sheetsKey" text, detail jsonb)
      left join review_result o on o.item_id = x."itemId"
    on conflict on constraint review_result_item_unique do update set valid_count = excluded.valid_count, raw_mean = excluded.raw_mean, drop_high = excluded.drop_high, drop_low = excluded.drop_low, final_score = excluded.final_score,
      spread = excluded.spread, rank_no = excluded.rank_no, in_cut = excluded.in_cut, detail = excluded.detail, result_status = excluded.result_status, acted_by = excluded.acted_by, version = r.version + 1, update_time = now()`.execute(db)
  await sql`delete from review_result where batch_id = ${batch.batchId}::bigint and item_id <> all(${results.map(({ itemId }) => itemId)}::bigint[])`.execute(db)
  await sql`update review_batch set stale_time = null where batch_id = ${batch.batchId}::bigint`.execute(db)
}

/** Batches of everybody. */
export const EVERY = sql<SqlBool>`true`

/** Sheets that stand behind the results of a batch. */
export async function countedSheetIds(db: Db, batchId: string): Promise<string[]> {
  const { rows } = await sql<{ sheet_id: string }>`select s ->> 'sheetId' as sheet_id from review_result r, jsonb_array_elements(r.detail -> 'sheets') s where r.batch_id = ${batchId}::bigint`.execute(db)
  return rows.map(({ sheet_id }) => sheet_id)
}

/** How results of a batch stand. */
export async function countsOf(db: Db, batchId: string): Promise<{ works: number; lacking: number; disputed: number }> {
  const { rows } = await sql<{ works: number; lacking: number; disputed: number }>`select count(*)::int as works, count(*) filter (where result_status = 'lacking')::int as lacking, count(*) filter (where result_status = 'again')::int as disputed
    from review_result where batch_id = ${batchId}::bigint`.execute(db)
  return rows[0] ?? { works: 0, lacking: 0, disputed: 0 }
}

export type Figures = Pick<ItemResult, 'itemId' | 'validCount' | 'rawMean' | 'dropHigh' | 'dropLow' | 'finalScore' | 'spread' | 'rankNo' | 'inCut'>

/** Figures of a batch as they are stored, by works. */
export async function figuresOf(db: Db, batchId: string): Promise<Figures[]> {
  const { rows } = await sql<Figures>`select item_id as "itemId", valid_count as "validCount", raw_mean::float8 as "rawMean", drop_high::float8 as "dropHigh", drop_low::float8 as "dropLow", final_score::float8 as "finalScore",
      spread::float8 as spread, rank_no as "rankNo", in_cut as "inCut" from review_result where batch_id = ${batchId}::bigint order by item_id`.execute(db)
  return rows
}

/** Moves a batch on by a step of its machine, unless it has moved since; `hash` where results are frozen by it, null where they are not any more. */
export async function moveBatch(db: Db, batch: Pick<Batch, 'batchId' | 'version' | 'batchStatus'>, to: Batch['batchStatus'], verb: string, persons: readonly string[], hash: string | null): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`update review_batch set batch_status = ${to}, result_hash = ${hash}, version = version + 1, acted_by = ${withStep(verb, persons)}, update_time = now()
    where batch_id = ${batch.batchId}::bigint and version = ${batch.version} and batch_status = ${batch.batchStatus} returning version`.execute(db)
  return rows[0]?.version
}

/** Holds a batch whose results are not published; false where they are. */
export async function holdOpenBatch(db: Db, batchId: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select batch_status <> 'published' as open from review_batch where batch_id = ${batchId}::bigint for update`.execute(db)
  return rows[0]?.open ?? false
}

/** Publishes results of a frozen batch. */
export const publishResults = (db: Db, batchId: string) => sql`update review_result set result_status = 'published', version = version + 1, update_time = now() where batch_id = ${batchId}::bigint`.execute(db)

/** Notes that a spread was looked into with the sheets that stand behind a result, or that it is to be again. */
export const noteUpheld = (db: Db, resultId: string, key: string | null) => sql`update review_result set upheld_for = ${key} where result_id = ${resultId}::bigint`.execute(db)

export interface BatchState {
  batchId: string
  batchName: string
  reviewKind: Of<typeof reviewKind>
  reviewStage: Of<typeof reviewStage>
  batchStatus: Of<typeof batchStatus>
  endTime: Date
  version: number
  normalised: boolean
  works: number
  sheets: number
  submitted: number
  lacking: number
  disputed: number
  counted: boolean
  staleTime: Date | null
  resultHash: string | null
  actedBy: (string | null)[]
}

/** Batches that have begun, those that ended last first. */
export async function batchStates(db: Db, scope: Expression<SqlBool>, { keyword, batchId }: { keyword?: string | null | undefined; batchId?: string | undefined }, most: number): Promise<BatchState[]> {
  const { rows } = await sql<BatchState>`with chosen as (
      select b.* from review_batch b where ${scope} and b.batch_status in ('scoring', 'ended', 'summed', 'published')
        ${batchId ? sql`and b.batch_id = ${batchId}::bigint` : sql``} ${keyword ? sql`and b.batch_name ilike ${contains(keyword)}` : sql``}
      order by b.end_time desc nulls last, b.batch_id desc limit ${most})
    select b.batch_id as "batchId", b.batch_name as "batchName", b.review_kind as "reviewKind", b.review_stage as "reviewStage", b.batch_status as "batchStatus", b.end_time as "endTime", b.version, b.normalisation = 'expert' as normalised,
      (select count(*)::int from review_item i where i.batch_id = b.batch_id) as works, coalesce(s.sheets, 0) as sheets, coalesce(s.submitted, 0) as submitted, coalesce(r.lacking, 0) as lacking, coalesce(r.disputed, 0) as disputed,
      coalesce(r.works, 0) > 0 as counted, b.stale_time as "staleTime", b.result_hash as "resultHash", b.acted_by || array['write:' || b.create_by] as "actedBy"
    from chosen b
      left join lateral (select count(*) filter (where sheet_status <> 'recused')::int as sheets, count(*) filter (where sheet_status = 'submitted')::int as submitted from review_sheet where batch_id = b.batch_id) s on true
      left join lateral (select count(*)::int as works, count(*) filter (where result_status = 'lacking')::int as lacking, count(*) filter (where result_status = 'again')::int as disputed from review_result where batch_id = b.batch_id) r on true
    order by b.end_time desc nulls last, b.batch_id desc`.execute(db)
  return rows
}

export interface SheetBehind {
  sheetId: string
  version: number
  expertNo: string
  expertName: string
  expertUser: string | null
  sheetStatus: Of<typeof sheetStatus>
  dimScores: Record<string, number>
  totalScore: number | null
  comment: string | null
  reason: string | null
  submitTime: Date | null
}

/** All sheets of the work of a result, of experts who gave it up as well. */
export async function sheetsBehind(db: Db, resultId: string): Promise<SheetBehind[]> {
  const { rows } = await sql<SheetBehind>`select s.sheet_id as "sheetId", s.version, e.expert_no as "expertNo", e.name as "expertName", e.user_id as "expertUser", s.sheet_status as "sheetStatus", s.dim_scores as "dimScores", s.total_score::float8 as "totalScore", s.comment, s.reason, s.submit_time as "submitTime"
    from review_result r join review_sheet s on s.item_id = r.item_id join expert e on e.expert_id = s.expert_id where r.result_id = ${resultId}::bigint order by s.total_score desc nulls last, s.sheet_id`.execute(db)
  return rows
}

/** The batch of a result, with what was counted for it. */
export async function detailOf(db: Db, resultId: string): Promise<{ batchId: string; detail: { sheets?: ItemResult['sheets']; dimMeans?: Record<string, number> } } | undefined> {
  const { rows } = await sql<{ batchId: string; detail: { sheets?: ItemResult['sheets']; dimMeans?: Record<string, number> } }>`select batch_id as "batchId", detail from review_result where result_id = ${resultId}::bigint`.execute(db)
  return rows[0]
}
