import { sql, type SqlBool } from 'kysely'
import { reviewBatch } from '@assoc/contract/expert/review/batch'
import type { Expression } from 'kysely'
import { scopeOf } from '../../../../platform/access/entities'
import { moduleScopeOf, type Principal } from '../../../../platform/access/principal'
import type { Db } from '../../../../platform/database/database'
import '../tables'

const scope = scopeOf(reviewBatch)

/** Works of batches within somebody's data scope. */
export const ofBatchesOf = (principal: Principal, alias: string): Expression<SqlBool> | null =>
  moduleScopeOf(principal, 'review').all && !principal.behalf ? null : sql<SqlBool>`exists (select from review_batch b where b.batch_id = ${sql.ref(`${alias}.batch_id`)} and ${scope(principal, 'b')})`

const assigned = (status: string) => sql<number>`(select count(*)::int from review_assignment a where a.item_id = t.item_id and a.assign_status = ${sql.lit(status)})`

export const computed = {
  batchName: sql<string>`(select b.batch_name from review_batch b where b.batch_id = t.batch_id)`,
  batchStatus: sql<string>`(select b.batch_status from review_batch b where b.batch_id = t.batch_id)`,
  kindLabel: sql<string>`t.reviewable`,
  acceptedCount: assigned('accepted'),
  waitingCount: assigned('waiting'),
  isCalibration: sql<boolean>`exists (select from review_batch b where b.calibration_item_id = t.item_id)`,
}

export interface NewItem {
  reviewable: string
  objectId: string
  title: string
}

/** Puts works into a batch behind those that are there; answers how many were not in it. */
export async function insertItems(db: Db, batchId: string, items: readonly NewItem[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into review_item (batch_id, reviewable, object_id, item_no, title)
    select ${batchId}::bigint, x.reviewable, x."objectId", coalesce((select max(i.item_no) from review_item i where i.batch_id = ${batchId}::bigint), 0) + row_number() over (order by x.n), x.title
    from (select (o.one ->> 'reviewable') as reviewable, (o.one ->> 'objectId')::bigint as "objectId", o.one ->> 'title' as title, o.n from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality o(one, n)) x
    where not exists (select from review_item i where i.batch_id = ${batchId}::bigint and i.reviewable = x.reviewable and i.object_id = x."objectId")`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Objects that a batch has already, as `reviewable id`. */
export const objectsOf = async (db: Db, batchId: string): Promise<Set<string>> =>
  new Set((await db.selectFrom('review_item').select(['reviewable', 'object_id']).where('batch_id', '=', batchId).execute()).map((row) => `${row.reviewable} ${row.object_id}`))

/** What made the cut of a batch, in the order of its rank. */
export async function cutOf(db: Db, batchId: string): Promise<NewItem[]> {
  const { rows } = await sql<NewItem>`
    select i.reviewable, i.object_id as "objectId", i.title from review_result r join review_item i on i.item_id = r.item_id
    where r.batch_id = ${batchId}::bigint and r.in_cut order by r.rank_no nulls last, i.item_no`.execute(db)
  return rows
}

export const batchOfItem = async (db: Db, itemId: string): Promise<string | undefined> => (await db.selectFrom('review_item').select('batch_id').where('item_id', '=', itemId).executeTakeFirst())?.batch_id

export const isAssigned = async (db: Db, itemId: string): Promise<boolean> => (await db.selectFrom('review_assignment').select('assignment_id').where('item_id', '=', itemId).limit(1).executeTakeFirst()) !== undefined

export const setCalibration = (db: Db, batchId: string, itemId: string | null) => db.updateTable('review_batch').set({ calibration_item_id: itemId, update_time: sql<string>`now()`, version: sql<number>`version + 1` }).where('batch_id', '=', batchId).execute()
