import type { Dimension as ScoredDimension } from '@assoc/contract/expert/review/sheet-rules'
import type { batchStatus, reviewKind, reviewStage, seeOthers, sheetStatus } from '@assoc/contract/expert/review/kinds'
import type { DimScores } from '@assoc/contract/expert/review/sheet-rules'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { withStep, withWriter } from '../../../platform/resource/acted-by'
import '../tables'
import '../review/tables'

type Of<S extends { labels: object }> = keyof S['labels'] & string

export interface Batch {
  batchId: string
  batchName: string
  reviewKind: Of<typeof reviewKind>
  reviewStage: Of<typeof reviewStage>
  batchStatus: Of<typeof batchStatus>
  endTime: Date
  secondsLeft: number
  blindFlag: boolean
}

export interface OwnSheet extends Batch {
  sheetId: string
  assignmentId: string
  itemId: string
  itemNo: number
  expertId: string
  reviewable: string
  objectId: string
  sheetVersion: number
  sheetStatus: Of<typeof sheetStatus>
  dimScores: DimScores
  totalScore: number | null
  comment: string | null
  submitTime: Date | null
  updateTime: Date
  returnReason: string | null
  dimensions: (ScoredDimension & { dimDesc?: string | null; levels?: string | null })[]
  commentBelow: number
  commentFrom: number
  seeOthers: Of<typeof seeOthers>
  staleTime: Date | null
}

// The clock is read after the rows are held: whoever waited for them is late by what the clock says then.
const batchColumns = sql`b.batch_id as "batchId", b.batch_name as "batchName", b.review_kind as "reviewKind", b.review_stage as "reviewStage", b.batch_status as "batchStatus", b.end_time as "endTime",
  greatest(-2147483648, least(2147483647, ceil(extract(epoch from b.end_time - clock_timestamp()))))::int as "secondsLeft", b.blind_flag as "blindFlag"`

const sheetColumns = sql`${batchColumns}, s.sheet_id as "sheetId", s.assignment_id as "assignmentId", s.item_id as "itemId", i.item_no as "itemNo", s.expert_id as "expertId", i.reviewable, i.object_id as "objectId",
  s.version as "sheetVersion", s.sheet_status as "sheetStatus", s.dim_scores as "dimScores", s.total_score::float8 as "totalScore", s.comment, s.submit_time as "submitTime", s.update_time as "updateTime", s.reason as "returnReason",
  b.dimensions, b.comment_below::float8 as "commentBelow", b.comment_from::float8 as "commentFrom", b.see_others as "seeOthers", b.stale_time as "staleTime"`

const sheetTables = sql`review_sheet s join review_batch b on b.batch_id = s.batch_id join review_item i on i.item_id = s.item_id join review_assignment a on a.assignment_id = s.assignment_id`

/** What an account may see as an expert: sheets of works that were accepted and not given up since, of somebody who is in office, once scoring has begun. */
const isOwn = (userId: string) => sql<SqlBool>`s.expert_id = (select e.expert_id from expert e where e.user_id = ${userId}::bigint and e.expert_status = 'serving')
  and a.assign_status = 'accepted' and s.sheet_status not in ('recused', 'struck') and b.batch_status in ('scoring', 'ended', 'summed', 'published')`

/** A sheet of the caller's own; undefined where it is none. */
export async function ownSheet(db: Db, userId: string, sheetId: string): Promise<OwnSheet | undefined> {
  const { rows } = await sql<OwnSheet>`select ${sheetColumns} from ${sheetTables} where s.sheet_id = ${sheetId}::bigint and ${isOwn(userId)}`.execute(db)
  return rows[0]
}

/**
 * Holds a sheet and its batch until the transaction ends: the batch first and shared, so that scores of a batch do not wait for each other, and its end, its
 * counting and its freezing wait for them.
 */
export async function holdSheet(db: Db, sheetId: string): Promise<void> {
  await sql`select 1 from review_batch where batch_id = (select batch_id from review_sheet where sheet_id = ${sheetId}::bigint) for share`.execute(db)
  await sql`select 1 from review_sheet where sheet_id = ${sheetId}::bigint for no key update`.execute(db)
}

/** Holds the batch of a sheet for one that changes what is counted. */
export async function holdBatchOfSheet(db: Db, sheetId: string): Promise<void> {
  await sql`select 1 from review_batch where batch_id = (select batch_id from review_sheet where sheet_id = ${sheetId}::bigint) for update`.execute(db)
  await sql`select 1 from review_sheet where sheet_id = ${sheetId}::bigint for no key update`.execute(db)
}

/** A sheet with its batch, for staff: within the scope that is said, on the batch `b`. */
export async function sheetWithin(db: Db, sheetId: string, scope: Expression<SqlBool>): Promise<(OwnSheet & { expertUser: string | null }) | undefined> {
  const { rows } = await sql<OwnSheet & { expertUser: string | null }>`select ${sheetColumns}, (select e.user_id from expert e where e.expert_id = s.expert_id) as "expertUser" from ${sheetTables} where s.sheet_id = ${sheetId}::bigint and ${scope}`.execute(db)
  return rows[0]
}

export interface OwnBatch extends Batch {
  sheets: number
  submitted: number
}

/** Batches in which the caller has sheets, open ones first. */
export async function ownBatches(db: Db, userId: string, stage: string, kinds: readonly string[], most: number): Promise<OwnBatch[]> {
  const { rows } = await sql<OwnBatch>`select ${batchColumns}, count(*)::int as sheets, count(*) filter (where s.sheet_status = 'submitted')::int as submitted
    from ${sheetTables} where ${isOwn(userId)} and b.review_stage = ${stage} and b.review_kind = any(${[...kinds]}::text[])
    group by b.batch_id order by b.batch_status <> 'scoring', b.end_time desc, b.batch_id desc limit ${most}`.execute(db)
  return rows
}

/** Sheets of the caller's own that can still be handed in, by what their batches review. */
export async function openCounts(db: Db, userId: string): Promise<(Pick<Batch, 'reviewKind' | 'reviewStage'> & { count: number })[]> {
  const { rows } = await sql<Pick<Batch, 'reviewKind' | 'reviewStage'> & { count: number }>`select b.review_kind as "reviewKind", b.review_stage as "reviewStage", count(*)::int as count
    from ${sheetTables} where ${isOwn(userId)} and b.batch_status = 'scoring' and b.end_time > now() and s.sheet_status in ('pending', 'draft') group by 1, 2`.execute(db)
  return rows
}

export interface QueueItem {
  sheetId: string
  itemNo: number
  title: string | null
  sheetStatus: Of<typeof sheetStatus>
  totalScore: number | null
  returned: boolean
}

/** Sheets of the caller's own in one batch, the calibration work first. */
export async function ownQueue(db: Db, userId: string, batchId: string, most: number): Promise<QueueItem[]> {
  const { rows } = await sql<QueueItem>`select s.sheet_id as "sheetId", i.item_no as "itemNo", case when b.blind_flag then null else i.title end as title, s.sheet_status as "sheetStatus", s.total_score::float8 as "totalScore",
      s.reason is not null and s.sheet_status = 'draft' as returned
    from ${sheetTables} where ${isOwn(userId)} and s.batch_id = ${batchId}::bigint order by i.item_id is distinct from b.calibration_item_id, i.item_no limit ${most}`.execute(db)
  return rows
}

export interface OtherSheet {
  dimScores: DimScores
  totalScore: number | null
  comment: string | null
}

/** What others have handed in on a work, by nobody's name: in an order that says nothing of who they are. */
export async function othersOf(db: Db, itemId: string, expertId: string, most: number): Promise<OtherSheet[]> {
  const { rows } = await sql<OtherSheet>`select dim_scores as "dimScores", total_score::float8 as "totalScore", comment from review_sheet
    where item_id = ${itemId}::bigint and expert_id <> ${expertId}::bigint and sheet_status = 'submitted' order by total_score desc, md5(sheet_id::text) limit ${most}`.execute(db)
  return rows
}

export interface SheetContent {
  dimScores: DimScores
  totalScore: number | null
  comment: string | null
}

/** Writes what a sheet says now, as its next version. */
export async function writeSheet(db: Db, sheetId: string, { dimScores, totalScore, comment }: SheetContent, userId: string): Promise<void> {
  await sql`with written as (
      update review_sheet set dim_scores = ${JSON.stringify(dimScores)}::jsonb, total_score = ${totalScore}::numeric, comment = ${comment}, sheet_status = 'draft', opened_time = coalesce(opened_time, now()),
        version = version + 1, acted_by = ${withWriter(userId)}, update_time = now() where sheet_id = ${sheetId}::bigint returning version)
    insert into review_sheet_version (sheet_id, version_no, dim_scores, comment, written_by) select ${sheetId}::bigint, version, ${JSON.stringify(dimScores)}::jsonb, ${comment}, ${userId}::bigint from written`.execute(db)
}

/** Keeps what was sent over a later state that its writer had not seen: not in force, and once. */
export async function keepStale(db: Db, sheetId: string, base: number, { dimScores, comment }: SheetContent, userId: string): Promise<void> {
  await sql`insert into review_sheet_version (sheet_id, version_no, dim_scores, comment, written_by, stale)
    select ${sheetId}::bigint, ${base}::int, ${JSON.stringify(dimScores)}::jsonb, ${comment}, ${userId}::bigint, true
    where not exists (select from review_sheet_version v where v.sheet_id = ${sheetId}::bigint and v.stale and v.version_no = ${base}::int and v.dim_scores = ${JSON.stringify(dimScores)}::jsonb and v.comment is not distinct from ${comment}::text)`.execute(db)
}

/**
 * Moves a sheet on by a step of its machine, unless it has moved since. With `onTime` only before the end of its batch, by the very moment that is kept as
 * when it was handed in: between a look at the clock and the statement the end may come.
 */
export async function moveSheet(db: Db, sheet: Pick<OwnSheet, 'sheetId' | 'sheetVersion' | 'sheetStatus'>, to: Of<typeof sheetStatus>, verb: string, persons: readonly string[], { reason = null, onTime = false }: { reason?: string | null; onTime?: boolean } = {}): Promise<{ version: number; submitTime: Date | null } | undefined> {
  const { rows } = await sql<{ version: number; submitTime: Date | null }>`with clock as materialized (select clock_timestamp() as at)
    update review_sheet s set sheet_status = ${to}, submit_time = case when ${to} = 'submitted' then clock.at end, reason = ${reason}, version = version + 1, acted_by = ${withStep(verb, persons)}, update_time = now()
    from clock where s.sheet_id = ${sheet.sheetId}::bigint and s.version = ${sheet.sheetVersion} and s.sheet_status = ${sheet.sheetStatus}
      ${onTime ? sql`and clock.at < (select b.end_time from review_batch b where b.batch_id = s.batch_id)` : sql``} returning s.version, s.submit_time as "submitTime"`.execute(db)
  return rows[0]
}

/** Notes that results of a batch are not what its sheets give any more, where there are some. */
export const noteStale = (db: Db, batchId: string) =>
  sql`update review_batch b set stale_time = coalesce(stale_time, now()) where batch_id = ${batchId}::bigint and exists (select from review_result r where r.batch_id = b.batch_id)`.execute(db)
