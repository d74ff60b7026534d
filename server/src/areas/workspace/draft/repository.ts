import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export const findDraft = (db: Db, userId: string, key: string) =>
  db.selectFrom('draft').select(['content', 'saved_time']).where('user_id', '=', userId).where('key', '=', key).executeTakeFirst()

export async function putDraft(db: Db, userId: string, key: string, content: string): Promise<Date> {
  const row = await db
    .insertInto('draft')
    .values({ user_id: userId, key, content })
    .onConflict((c) => c.columns(['user_id', 'key']).doUpdateSet({ content, saved_time: sql<Date>`now()` }))
    .returning('saved_time')
    .executeTakeFirstOrThrow()
  return row.saved_time
}

/** Removes what a person saved longest ago, beyond the newest `keep`. */
export const dropOldest = (db: Db, userId: string, keep: number) =>
  db
    .deleteFrom('draft')
    .where('user_id', '=', userId)
    .where('key', 'in', (eb) =>
      eb.selectFrom('draft').select('key').where('user_id', '=', userId).orderBy('saved_time', 'desc').orderBy('key').offset(keep),
    )
    .execute()

export const removeDraft = (db: Db, userId: string, key: string) => db.deleteFrom('draft').where('user_id', '=', userId).where('key', '=', key).execute()
