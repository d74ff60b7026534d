import { sql } from 'kysely'
import type { SecurityPolicy } from '@assoc/contract/rbac/security'
import type { Db } from '../../../platform/database/database'

const KEY = 'security'

/** Who stored the policy last, and when; undefined while nobody has. */
export const lastChange = (db: Db) =>
  db
    .selectFrom('setting as s')
    .leftJoin('sys_user as u', 'u.user_id', 's.update_by')
    .select(['s.update_time', 'u.real_name'])
    .where('s.key', '=', KEY)
    .executeTakeFirst()

/** Stores the policy while its version is the one the editor has read, 0 for none yet; undefined when it is not. */
export async function storePolicy(db: Db, policy: SecurityPolicy, version: number, userId: string): Promise<{ version: number } | undefined> {
  const value = JSON.stringify(policy)
  if (version === 0)
    return db.insertInto('setting').values({ key: KEY, value, update_by: userId }).onConflict((c) => c.doNothing()).returning('version').executeTakeFirst()
  return db
    .updateTable('setting')
    .set({ value, version: sql<number>`version + 1`, update_by: userId, update_time: sql<Date>`now()` })
    .where('key', '=', KEY)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
}

/** All roles in use, by name. */
export const rolesInUse = (db: Db) => db.selectFrom('role').select(['role_id', 'role_name']).where('role_status', '=', 'enabled').orderBy('role_name').orderBy('role_id').execute()
