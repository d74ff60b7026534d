import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Names of those menu entries that stand neither in the roles' menus nor above one of them. */
export async function menusBeyond(db: Db, menuIds: readonly string[], roleIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ menu_name: string }>`
    with recursive own as (
      select m.menu_id, m.parent_id from menu m join role_menu rm on rm.menu_id = m.menu_id where rm.role_id = any(${roleIds}::bigint[])
      union select m.menu_id, m.parent_id from menu m join own o on m.menu_id = o.parent_id
    )
    select menu_name from menu where menu_id = any(${menuIds}::bigint[]) and menu_id not in (select menu_id from own) order by menu_id`.execute(db)
  return rows.map((r) => r.menu_name)
}

export const holdsRoleCode = async (db: Db, roleIds: readonly string[], code: string): Promise<boolean> =>
  roleIds.length > 0 &&
  (await db.selectFrom('role').select('role_id').where('role_id', 'in', roleIds).where('role_code', '=', code).executeTakeFirst()) !== undefined
