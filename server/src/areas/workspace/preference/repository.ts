import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export const listPreferences = (db: Db, userId: string) => db.selectFrom('preference').select(['key', 'value']).where('user_id', '=', userId).execute()

/** How many settings a person keeps under other keys than this one. */
export async function countOthers(db: Db, userId: string, key: string): Promise<number> {
  const row = await db
    .selectFrom('preference')
    .select(sql<string>`count(*)`.as('n'))
    .where('user_id', '=', userId)
    .where('key', '<>', key)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export const putPreference = (db: Db, userId: string, key: string, value: string) =>
  db
    .insertInto('preference')
    .values({ user_id: userId, key, value })
    .onConflict((c) => c.columns(['user_id', 'key']).doUpdateSet({ value }))
    .execute()

export const removePreference = (db: Db, userId: string, key: string) =>
  db.deleteFrom('preference').where('user_id', '=', userId).where('key', '=', key).execute()
