import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export interface GrantedPermit {
  code: string
  name: string
  builtIn: boolean
}

const permitColumns = (db: Db) => db.selectFrom('permit as p').select(['p.permit_code as code', 'p.permit_name as name', 'p.built_in as builtIn'])

export const permitsByIds = (db: Db, permitIds: readonly string[]): Promise<GrantedPermit[]> =>
  permitIds.length === 0 ? Promise.resolve([]) : permitColumns(db).where('p.permit_id', 'in', permitIds).orderBy('p.permit_code').execute()

/** Permits that roles give or could give again: also those that are switched off for now. */
export const permitsOfRoles = (db: Db, roleIds: readonly string[]): Promise<GrantedPermit[]> =>
  roleIds.length === 0
    ? Promise.resolve([])
    : permitColumns(db)
        .where((eb) => eb.exists(eb.selectFrom('role_permit as rp').select('rp.role_id').whereRef('rp.permit_id', '=', 'p.permit_id').where('rp.role_id', 'in', roleIds)))
        .orderBy('p.permit_code')
        .execute()

/** Permits of one module that a person holds by any of her roles. */
export const permitsOfUser = (db: Db, userId: string, module: string): Promise<GrantedPermit[]> =>
  permitColumns(db)
    .distinct()
    .innerJoin('role_permit as rp', 'rp.permit_id', 'p.permit_id')
    .innerJoin('user_role as ur', 'ur.role_id', 'rp.role_id')
    .innerJoin('role as r', 'r.role_id', 'ur.role_id')
    .where('ur.user_id', '=', userId)
    .where('p.module', '=', module)
    .where('r.role_status', '=', 'enabled')
    .orderBy('p.permit_code')
    .execute()

export const scopesOfRoles = (db: Db, roleIds: readonly string[]) =>
  db
    .selectFrom('role_scope')
    .select(['module', 'scope', 'dept_ids as deptIds', 'jurisdictions'])
    .where('role_id', 'in', roleIds)
    .orderBy('module')
    .execute()

/** Departments of the people who have a role. */
export async function deptsOfHolders(db: Db, roleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_role as ur')
    .innerJoin('sys_user as u', 'u.user_id', 'ur.user_id')
    .select('u.dept_id')
    .distinct()
    .where('ur.role_id', '=', roleId)
    .where('u.dept_id', 'is not', null)
    .execute()
  return rows.flatMap((r) => r.dept_id ?? [])
}

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
