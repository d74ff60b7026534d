import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../platform/database/database'
import '../tables'

const items = (what: ReturnType<typeof sql>) => sql<number>`(select ${what}::int from review_assignment a where a.batch_id = t.batch_id)`

export const computed = {
  spreadLimit: sql<number>`t.spread_limit::float8`,
  commentBelow: sql<number>`t.comment_below::float8`,
  commentFrom: sql<number>`t.comment_from::float8`,
  cutValue: sql<number | null>`t.cut_value::float8`,
  previousName: sql<string | null>`(select p.batch_name from review_batch p where p.batch_id = t.previous_id)`,
  itemCount: sql<number>`(select count(*)::int from review_item i where i.batch_id = t.batch_id)`,
  acceptedCount: items(sql`count(*) filter (where a.assign_status = 'accepted')`),
  waitingCount: items(sql`count(*) filter (where a.assign_status = 'waiting')`),
  calibrationTitle: sql<string | null>`(select i.title from review_item i where i.item_id = t.calibration_item_id)`,
}

export const filters = {
  startFrom: (day: string) => sql<SqlBool>`t.start_time >= (${day}::date)::timestamp at time zone 'Asia/Shanghai'`,
  startTo: (day: string) => sql<SqlBool>`t.start_time < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`,
}

/** Fixes the rules of a batch for good. */
export const freezeRules = (db: Db, batchId: string) => db.updateTable('review_batch').set({ frozen_time: sql<string>`now()` }).where('batch_id', '=', batchId).where('frozen_time', 'is', null).execute()

export interface HeldBatch {
  batchId: string
  batchName: string
  status: string
  kind: string
  stage: string
  previousId: string | null
  expertsPerItem: number
  leastValid: number
  loadLimit: number
  confirmDays: number
  blind: boolean
  calibrationItemId: string | null
  deptId: string | null
  endDay: string
  over: boolean
}

/**
 * A batch whose row is held until the transaction ends: whoever puts works in, assigns or accepts does so one after the other, so that the
 * numbers that they count stay true until they have written.
 */
export const holdBatch = (db: Db, batchId: string): Promise<HeldBatch | undefined> => readBatch(db, batchId, true)

export async function readBatch(db: Db, batchId: string, held = false): Promise<HeldBatch | undefined> {
  const { rows } = await sql<HeldBatch>`
    select batch_id as "batchId", batch_name as "batchName", batch_status as status, review_kind as kind, review_stage as stage, previous_id as "previousId", experts_per_item as "expertsPerItem", least_valid as "leastValid",
      load_limit as "loadLimit", confirm_days as "confirmDays", blind_flag as blind, calibration_item_id as "calibrationItemId", dept_id as "deptId",
      to_char(end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "endDay", end_time <= now() as over
    from review_batch where batch_id = ${batchId}::bigint ${held ? sql`for no key update` : sql``}`.execute(db)
  return rows[0]
}

/** Works of a batch without enough experts who have accepted, by their numbers. */
export async function lackingItems(db: Db, batchId: string, least: number): Promise<number[]> {
  const { rows } = await sql<{ no: number }>`
    select i.item_no as no from review_item i
    where i.batch_id = ${batchId}::bigint and (select count(*) from review_assignment a where a.item_id = i.item_id and a.assign_status = 'accepted') < ${least}
    order by i.item_no`.execute(db)
  return rows.map(({ no }) => no)
}

/** Batches whose time has come: to be closed, after one of them in the order of their ids. */
export async function batchesPastEnd(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select batch_id as id from review_batch where batch_status = 'scoring' and end_time <= now() order by batch_id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Notes that results are not what the sheets give any more. */
export const markStale = (db: Db, batchId: string) =>
  db.updateTable('review_batch').set({ stale_time: sql<string>`coalesce(stale_time, now())`, update_time: sql<string>`now()`, version: sql<number>`version + 1` }).where('batch_id', '=', batchId).execute()

/** How many works, and whether anything was assigned. */
export async function contentOf(db: Db, batchId: string): Promise<{ items: number; assigned: number }> {
  const { rows } = await sql<{ items: number; assigned: number }>`
    select (select count(*)::int from review_item where batch_id = ${batchId}::bigint) as items, (select count(*)::int from review_assignment where batch_id = ${batchId}::bigint) as assigned`.execute(db)
  return rows[0] ?? { items: 0, assigned: 0 }
}
