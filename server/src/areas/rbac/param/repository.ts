import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { PARAMETER } from '../../../platform/settings/settings'

/** Parameters that staff have set. */
export const storedParameters = (db: Db) =>
  db
    .selectFrom('setting as s')
    .leftJoin('sys_user as u', 'u.user_id', 's.update_by')
    .select(['s.key', 's.value', 's.version', 's.update_time', 'u.real_name'])
    .where('s.key', 'like', `${PARAMETER}%`)
    .execute()

/** Stores a value while its version is the one the editor has read, 0 for none yet; undefined when it is not. */
export async function storeParameter(db: Db, key: string, value: number, version: number, userId: string): Promise<{ version: number } | undefined> {
  const row = { key: PARAMETER + key, value: JSON.stringify(value), update_by: userId }
  if (version === 0) return db.insertInto('setting').values(row).onConflict((c) => c.doNothing()).returning('version').executeTakeFirst()
  return db
    .updateTable('setting')
    .set({ value: row.value, update_by: userId, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('key', '=', row.key)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
}
