import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { actorName } from '../../../platform/identity/people'
import '../tables'

export interface Part {
  blockId: string
  userId: string
  realName: string
}

/** Who fills in which page or section of a task. */
export async function partsOf(db: Db, taskId: string): Promise<Part[]> {
  const { rows } = await sql<Part>`select p.block_id as "blockId", p.user_id as "userId", ${actorName('p.user_id')} as "realName" from form_task_part p where p.task_id = ${taskId}::bigint order by p.block_id`.execute(db)
  return rows
}

export const givePart = (db: Db, taskId: string, blockId: string, userId: string, givenBy: string) =>
  db
    .insertInto('form_task_part')
    .values({ task_id: taskId, block_id: blockId, user_id: userId, given_by: givenBy })
    .onConflict((c) => c.columns(['task_id', 'block_id']).doUpdateSet({ user_id: userId, given_by: givenBy, give_time: sql<Date>`clock_timestamp()` }))
    .execute()

export const takePart = (db: Db, taskId: string, blockId: string) => db.deleteFrom('form_task_part').where('task_id', '=', taskId).where('block_id', '=', blockId).execute()
