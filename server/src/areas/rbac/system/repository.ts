import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

// `t` is the system.
export const menuCount = sql<number>`(select count(*) from menu m where m.system_id = t.system_id and m.menu_link <> '')::int`
export const permitCount = sql<number>`(select count(*) from permit p where p.system_id = t.system_id)::int`

/** Menus of a system below their parents, with their level. */
export async function menusOf(db: Db, systemId: string) {
  const { rows } = await sql<{ menuName: string; menuPath: string; level: number; enabled: boolean }>`
    with recursive tree as (
      select menu_id, menu_name, menu_path, menu_status, 0 as level, array[sort_no::bigint, menu_id] as place
      from menu where system_id = ${systemId}::int and parent_id = 0
      union all
      select m.menu_id, m.menu_name, m.menu_path, m.menu_status, t.level + 1, t.place || array[m.sort_no::bigint, m.menu_id]
      from menu m join tree t on m.parent_id = t.menu_id
    )
    select menu_name as "menuName", menu_path as "menuPath", level, menu_status = 'enabled' as enabled from tree order by place`.execute(db)
  return rows
}

export async function permitsOf(db: Db, systemId: string) {
  const { rows } = await sql<{ permitCode: string; permitName: string; moduleName: string; sensitive: boolean; enabled: boolean }>`
    select permit_code as "permitCode", permit_name as "permitName", module_name as "moduleName", sensitive, permit_status = 'enabled' as enabled
    from permit where system_id = ${systemId}::int order by module, permit_code`.execute(db)
  return rows
}
