import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { dayBegins } from '../../../platform/database/day'
import { contains, orderBy, page, type PageInput } from '../../../platform/database/list'

const SORT = { createTime: 'work.create_time' } as const

export interface WorkFilter extends PageInput<keyof typeof SORT> {
  keyword?: string | null | undefined
  workStatus?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'expired' | undefined
  createTimeFrom?: string | undefined
  createTimeTo?: string | undefined
}

/** A person's own work, newest first. */
export function listWork(db: Db, userId: string, input: WorkFilter) {
  let query = db
    .selectFrom('work')
    .leftJoin('file_object', 'file_object.file_id', 'work.file_id')
    .select(['work_id', 'kind', 'title', 'work_status', 'done_rows', 'total_rows', 'error_message', 'work.create_time', 'finish_time', 'file_name'])
    .where('user_id', '=', userId)
  if (input.keyword) query = query.where('title', 'ilike', contains(input.keyword))
  if (input.workStatus) query = query.where('work_status', '=', input.workStatus)
  if (input.createTimeFrom) query = query.where('work.create_time', '>=', dayBegins(input.createTimeFrom))
  if (input.createTimeTo) query = query.where('work.create_time', '<', dayBegins(input.createTimeTo, 1))
  return page(query, input, orderBy(input.sort, SORT, 'work.create_time', 'work_id', 'desc'))
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

/** Exports begin anew as often as one likes; other work that was taken back may have done a part, and has ways of its own to go on. */
export const isExport = (kind: string): boolean => /export/i.test(kind)

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
