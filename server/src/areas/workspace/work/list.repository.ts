import { sql, type SqlBool } from 'kysely'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { parameterSql } from '../../../platform/settings/settings'

/** A person's own work; the table is called `alias`. */
export const ofPerson = ({ userId }: Principal, alias: string) => sql<SqlBool>`${sql.ref(`${alias}.user_id`)} = ${userId}::bigint`

// Exports begin anew as often as one likes; other work that was taken back may have done a part, and has ways of its own to go on.
export const computed = {
  fileName: sql<string | null>`(select f.file_name from file_object f where f.file_id = t.file_id)`,
  expireTime: sql<Date | null>`case when t.work_status = 'done' then t.finish_time + make_interval(days => ${parameterSql('work.keepDays')}) end`,
  retryable: sql<boolean>`(t.work_status = 'failed' or (t.work_status = 'cancelled' and t.kind ilike '%export%'))`,
}

/** Takes own work back that is waiting or under way; false when it is neither any more. */
export async function cancelWork(db: Db, userId: string, workId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('work')
    .set({ work_status: 'cancelled', error_message: null, finish_time: sql<Date>`now()` })
    .where('work_id', '=', workId)
    .where('user_id', '=', userId)
    .where('work_status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Puts own failed work, or an export that was taken back, into the queue again; its input when it was one of these, undefined otherwise. */
export const requeueWork = (db: Db, userId: string, workId: string) =>
  db
    .updateTable('work')
    .set({ work_status: 'queued', done_rows: 0, error_message: null, finish_time: null })
    .where('work_id', '=', workId)
    .where('user_id', '=', userId)
    .where(sql<SqlBool>`(work_status = 'failed' or (work_status = 'cancelled' and kind ilike '%export%'))`)
    .returning(['title', 'kind', 'input'])
    .executeTakeFirst()

/**
 * Makes the job that failed run at once, with one more try when it had none left; false when the queue holds none
 * for the work. A second job beside it would do the work twice.
 */
export async function rescheduleJob(db: Db, workId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select r.id from graphile_worker._private_jobs j, graphile_worker.reschedule_jobs(array[j.id], now(), attempts => least(j.attempts, j.max_attempts - 1)::int) r
    where j.payload ->> 'workId' = ${workId} and ${sql<SqlBool>`j.locked_at is null`}`.execute(db)
  return rows.length > 0
}
