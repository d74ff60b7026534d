import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../review/tables'

/** A figure that follows from a sheet alone, from 0 to 99. */
const drawn = sql<number>`((hashint8(s.sheet_id * 7919) & 2147483647) % 100)`

/**
 * Scores on sheets of batches that are scored or have ended: of those that have ended all were handed in, of the others most. Experts differ in how strict
 * they are. What is scored follows from the sheet, so it is the same each time.
 */
export async function scoreSheets(db: Db): Promise<void> {
  await sql`with scored as (
      select s.sheet_id, b.comment_below, b.comment_from, b.batch_status = 'ended' or ${drawn} < 60 as submitted, b.batch_status = 'ended' or ${drawn} < 80 as begun, b.end_time,
        (select jsonb_object_agg(d ->> 'dimName', round((d ->> 'dimMax')::numeric * (58 + (s.expert_id % 5) * 2 + (i.item_no * 13) % 25 + ((hashint8(s.sheet_id * 31 + o) & 2147483647) % 10) + 0.5) / 100, 1)) from jsonb_array_elements(b.dimensions) with ordinality x(d, o)) as scores
      from review_sheet s join review_batch b using (batch_id) join review_item i using (item_id) where b.batch_status in ('scoring', 'ended') and s.sheet_status in ('pending', 'late')),
    totals as (select c.*, (select round(sum((c.scores ->> (d ->> 'dimName'))::numeric * (d ->> 'dimWeight')::numeric / (d ->> 'dimMax')::numeric), 2) from review_sheet s join review_batch b using (batch_id), jsonb_array_elements(b.dimensions) d where s.sheet_id = c.sheet_id) as total from scored c where c.begun),
    written as (update review_sheet s set dim_scores = t.scores, total_score = t.total, comment = case when t.total < t.comment_below then '选题较宽，论据不足，建议补充数据并收窄讨论范围。' when t.total >= t.comment_from then '选题有价值，论证充分，数据可靠，对会员单位有参考意义。' end,
        sheet_status = case when t.submitted then 'submitted' else 'draft' end, opened_time = now(), submit_time = case when t.submitted then least(now(), t.end_time - interval '1 hour') end, version = s.version + 1, update_time = now()
      from totals t where t.sheet_id = s.sheet_id returning s.sheet_id, s.version, s.dim_scores, s.comment)
    insert into review_sheet_version (sheet_id, version_no, dim_scores, comment) select sheet_id, version, dim_scores, comment from written`.execute(db)
}

/** Batches of the demo that have ended. */
export const endedBatches = async (db: Db): Promise<string[]> => (await db.selectFrom('review_batch').select('batch_id').where('batch_status', '=', 'ended').execute()).map(({ batch_id }) => batch_id)
