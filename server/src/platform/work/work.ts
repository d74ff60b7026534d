import { type ConsoleLink } from '@assoc/contract'
import { sql } from 'kysely'
import type { Db } from '../database/database'
import { notify } from '../notifications/notify'

/** Notes a piece of work of a person, waiting to be done by the job of this name. */
export async function insertWork(db: Db, job: string, userId: string, title: string, input: unknown, totalRows: number): Promise<string> {
  const { work_id } = await db
    .insertInto('work')
    .values({ user_id: userId, kind: job, title, input: JSON.stringify(input), total_rows: totalRows })
    .returning('work_id')
    .executeTakeFirstOrThrow()
  return work_id
}

/** Marks work begun, again after a failure; undefined when it is done, cancelled or gone. */
export const startWork = (db: Db, workId: string) =>
  db
    .updateTable('work')
    .set({ work_status: 'running', done_rows: 0, error_message: null })
    .where('work_id', '=', workId)
    .where('work_status', 'in', ['queued', 'running', 'failed'])
    .returning(['user_id', 'input'])
    .executeTakeFirst()

/** Tells how far running work is; by another connection than its transaction's, so that it is seen. False when it was cancelled meanwhile. */
export const tellProgress = (db: Db, workId: string, doneRows: number): Promise<boolean> =>
  db
    .updateTable('work')
    .set({ done_rows: doneRows })
    .where('work_id', '=', workId)
    .where('work_status', '=', 'running')
    .returning('work_id')
    .executeTakeFirst()
    .then((row) => row !== undefined)

/** Marks work failed with the reason that its owner reads; work that was cancelled meanwhile stays so. */
export async function failWork(db: Db, workId: string, message: string): Promise<void> {
  await db
    .updateTable('work')
    .set({ work_status: 'failed', error_message: message, finish_time: sql<Date>`now()` })
    .where('work_id', '=', workId)
    .where('work_status', 'in', ['queued', 'running'])
    .execute()
}

export interface FinishedWork {
  workId: string
  userId: string
  /** Its file, where it made one. */
  fileId?: string
  rows: number
  notice: { title: string; content: string; link: ConsoleLink }
}

/** Marks work done with its file and leaves the person a notice. Work that was cancelled meanwhile stays so; false then. */
export async function finishWork(db: Db, { workId, userId, fileId, rows, notice }: FinishedWork): Promise<boolean> {
  const done = await db
    .updateTable('work')
    .set({ work_status: 'done', file_id: fileId ?? null, done_rows: rows, total_rows: rows, finish_time: sql<Date>`now()` })
    .where('work_id', '=', workId)
    .where('work_status', '=', 'running')
    .returning('work_id')
    .executeTakeFirst()
  if (!done) return false
  await notify(db, userId, { ...notice, kind: 'work' })
  return true
}

/** What a person's own work of a kind was begun with, and when; undefined when it is another's or none. */
export async function ownWork(db: Db, workId: string, userId: string, kind: string): Promise<{ input: unknown; since: Date } | undefined> {
  const row = await db.selectFrom('work').select(['input', 'create_time']).where('work_id', '=', workId).where('user_id', '=', userId).where('kind', '=', kind).executeTakeFirst()
  return row && { input: row.input, since: row.create_time }
}
