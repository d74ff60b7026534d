import { sql } from 'kysely'
import type { z } from 'zod'
import type { returnMode, returnResult } from '@assoc/contract/form/returns'
import type { Db } from '../../../platform/database/database'
import { respondentName } from '../answer/repository'
import '../tables'

export type Mode = z.output<typeof returnMode.schema>
export type Result = z.output<typeof returnResult.schema>

export async function insertReturn(db: Db, of: { roundId: string; workId: string; fileId: string; mode: Mode; userId: string }, names: readonly string[]): Promise<void> {
  const { return_id } = await db
    .insertInto('form_return')
    .values({ round_id: of.roundId, work_id: of.workId, file_id: of.fileId, return_mode: of.mode, create_by: of.userId })
    .returning('return_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('form_return_file').values(names.map((file_name, entry_no) => ({ return_id, entry_no, file_name }))).execute()
}

export const returnOfWork = (db: Db, workId: string) =>
  db.selectFrom('form_return').select(['return_id as returnId', 'round_id as roundId', 'file_id as fileId', 'return_mode as mode']).where('work_id', '=', workId).executeTakeFirst()

/** Numbers of the files that nothing was done with yet. */
export const waitingFiles = async (db: Db, returnId: string): Promise<number[]> =>
  (await db.selectFrom('form_return_file').select('entry_no').where('return_id', '=', returnId).where('return_result', '=', 'waiting').orderBy('entry_no').execute()).map((row) => row.entry_no)

/** Holds a file that waits, to the end of the transaction; false where somebody else has settled it. */
export const holdFile = async (db: Db, returnId: string, entryNo: number): Promise<boolean> =>
  (await db.selectFrom('form_return_file').select('entry_no').where('return_id', '=', returnId).where('entry_no', '=', entryNo).where('return_result', '=', 'waiting').forUpdate().executeTakeFirst()) !== undefined

export interface Settled {
  result: Exclude<Result, 'waiting'>
  reason: string | null
  answerId: string | null
  changes: number
}
export const settleFile = (db: Db, returnId: string, entryNo: number, { result, reason, answerId, changes }: Settled) =>
  db
    .updateTable('form_return_file')
    .set({ return_result: result, reason: reason?.slice(0, 500) ?? null, answer_id: answerId, change_count: changes })
    .where('return_id', '=', returnId)
    .where('entry_no', '=', entryNo)
    .where('return_result', '=', 'waiting')
    .execute()

/** Whether another file of the same upload was taken for this answer. */
export const isTakenTwice = async (db: Db, returnId: string, answerId: string): Promise<boolean> =>
  (await db.selectFrom('form_return_file').select('entry_no').where('return_id', '=', returnId).where('answer_id', '=', answerId).where('return_result', '=', 'taken').executeTakeFirst()) !== undefined

export interface ListedFile {
  fileName: string
  respondentName: string | null
  result: Result
  reason: string | null
  changes: number
}
export async function filesOfReturn(db: Db, returnId: string): Promise<ListedFile[]> {
  const { rows } = await sql<ListedFile>`select f.file_name as "fileName", (select ${respondentName('k')} from form_answer a join form_task k on k.task_id = a.task_id where a.answer_id = f.answer_id) as "respondentName",
    f.return_result as result, f.reason, f.change_count as changes from form_return_file f where f.return_id = ${returnId}::bigint order by f.entry_no`.execute(db)
  return rows
}
