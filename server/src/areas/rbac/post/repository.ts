import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Employees at work who hold the post. */
export const holders = sql<number>`(select count(*)::int from employee e where e.post_id = t.post_id and e.employee_status <> 'left')`

export const postInUse = async (db: Db, postId: string): Promise<boolean> =>
  (await db.selectFrom('employee').select('employee_id').where('post_id', '=', postId).limit(1).executeTakeFirst()) !== undefined
