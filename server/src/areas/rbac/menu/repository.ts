import { PERMISSION_SYSTEM_ID } from '@assoc/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export interface MenuFields {
  parentId: string
  menuName: string
  menuPath: string
  menuLink: string
  icon: string | null
  sortNo: number
  hidden: boolean
  keepAlive: boolean
  menuStatus: 'enabled' | 'disabled'
}

const row = (fields: MenuFields) => ({
  parent_id: fields.parentId,
  menu_name: fields.menuName,
  menu_path: fields.menuPath,
  menu_link: fields.menuLink,
  icon: fields.icon,
  sort_no: fields.sortNo,
  hidden: fields.hidden,
  keep_alive: fields.keepAlive,
  menu_status: fields.menuStatus,
})

/** Held to the end of the transaction by every change of the tree, so that two moves cannot make a ring. */
export const lockTree = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(7316012)`.execute(db)
}

/** All entries of a system, the console when none is said, siblings in their order. */
export const allMenus = (db: Db, systemId: number = PERMISSION_SYSTEM_ID) =>
  db
    .selectFrom('menu')
    .select([
      'menu_id as menuId',
      'system_id as systemId',
      'parent_id as parentId',
      'menu_name as menuName',
      'menu_path as menuPath',
      'menu_link as menuLink',
      'icon',
      'sort_no as sortNo',
      'hidden',
      'keep_alive as keepAlive',
      'menu_status as menuStatus',
      'version',
    ])
    .where('system_id', '=', systemId)
    .orderBy('sort_no')
    .orderBy('menu_id')
    .execute()

export type MenuRecord = Awaited<ReturnType<typeof allMenus>>[number]

/** Ids of the entries that any of the roles has. */
export const menuIdsOfRoles = async (db: Db, roleIds: readonly string[]): Promise<string[]> =>
  roleIds.length === 0 ? [] : (await db.selectFrom('role_menu').select('menu_id').distinct().where('role_id', 'in', roleIds).execute()).map((r) => r.menu_id)

/** The system of an entry; undefined when it is gone. */
export const systemOf = async (db: Db, menuId: string): Promise<number | undefined> => (await db.selectFrom('menu').select('system_id').where('menu_id', '=', menuId).executeTakeFirst())?.system_id

export const systemExists = async (db: Db, systemId: number): Promise<boolean> => (await db.selectFrom('sys_system').select('system_id').where('system_id', '=', systemId).executeTakeFirst()) !== undefined

export const insertMenu = (db: Db, systemId: number, fields: MenuFields) =>
  db.insertInto('menu').values({ ...row(fields), system_id: systemId }).returning('menu_id as menuId').executeTakeFirstOrThrow()

/** Writes only while the version is the one the editor has read; undefined when it is not. */
export const updateMenu = (db: Db, menuId: string, version: number, fields: MenuFields) =>
  db
    .updateTable('menu')
    .set({ ...row(fields), version: sql<number>`version + 1` })
    .where('menu_id', '=', menuId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()

/** Puts entries under a parent in the given order, numbered from 1; those that stay where they are keep their version. */
export const arrange = async (db: Db, parentId: string, menuIds: readonly string[]): Promise<void> => {
  await sql`
    update menu m set parent_id = ${parentId}, sort_no = x.place, version = m.version + 1
    from unnest(${menuIds}::bigint[]) with ordinality as x(menu_id, place)
    where m.menu_id = x.menu_id and (m.parent_id, m.sort_no) is distinct from (${parentId}::bigint, x.place::int)`.execute(db)
}

export const deleteMenu = (db: Db, menuId: string) => db.deleteFrom('menu').where('menu_id', '=', menuId).execute()
