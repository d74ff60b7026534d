import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { RoleScope } from './grants'

export interface RoleFields {
  roleCode: string
  roleName: string
  roleStatus: 'enabled' | 'disabled'
  remark: string | null
}

const row = (fields: RoleFields) => ({
  role_code: fields.roleCode,
  role_name: fields.roleName,
  role_status: fields.roleStatus,
  remark: fields.remark,
})

/** People who have a role, without cancelled accounts, and the permits that it gives; `id` is the role's in the query. */
const counts = (id: string) => ({
  userCount: sql<number>`(select count(*) from user_role ur join sys_user u on u.user_id = ur.user_id where ur.role_id = ${sql.ref(id)} and u.account_status <> 'cancelled')::int`,
  permitCount: sql<number>`(select count(*) from role_permit rp where rp.role_id = ${sql.ref(id)})::int`,
})
// Administration of users, roles or permits (looking alone is none), or all rows of a module.
const sensitive = sql<boolean>`(exists (select 1 from role_scope s where s.role_id = t.role_id and s.scope = 'all')
  or exists (select 1 from role_permit rp join permit p on p.permit_id = rp.permit_id where rp.role_id = t.role_id and (rp.expire_time is null or rp.expire_time > now())
    and p.permit_code ~ '^rbac:(user|role|permit):' and p.permit_code !~ ':read$'))`
export const computed = { ...counts('t.role_id'), sensitive }

/** Names of those of some roles that are sensitive. */
export const sensitiveNames = async (db: Db, roleIds: readonly string[]): Promise<string[]> =>
  roleIds.length === 0 ? [] : (await sql<{ name: string }>`select t.role_name as name from role t where t.role_id = any(${[...roleIds]}::bigint[]) and ${sensitive} order by t.role_id`.execute(db)).rows.map((r) => r.name)
const { userCount, permitCount } = counts('role.role_id')

const select = (db: Db) =>
  db.selectFrom('role').select([
    'role.role_id as roleId',
    'role.role_code as roleCode',
    'role.role_name as roleName',
    'role.role_status as roleStatus',
    'role.built_in as builtIn',
    'role.remark',
    'role.version',
    userCount.as('userCount'),
    permitCount.as('permitCount'),
  ])

export type RoleRecord = Awaited<ReturnType<typeof findRole>>

export const findRole = (db: Db, roleId: string) => select(db).where('role.role_id', '=', roleId).executeTakeFirst()

/** Makes other changes of the same role wait for this transaction; false when the role is gone. */
export const lockRole = async (db: Db, roleId: string): Promise<boolean> =>
  (await db.selectFrom('role').select('role_id').where('role_id', '=', roleId).forUpdate().executeTakeFirst()) !== undefined

export const insertRole = (db: Db, fields: RoleFields) =>
  db.insertInto('role').values(row(fields)).returning(['role_id as roleId', 'version']).executeTakeFirstOrThrow()

/** Writes only while the version is the one the editor has read; undefined when it is not. */
export const updateRole = (db: Db, roleId: string, version: number, fields: RoleFields) =>
  db
    .updateTable('role')
    .set({ ...row(fields), update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('role_id', '=', roleId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()

/** A change of what a role gives is one of the role: whoever has read it before is told when they save. */
export const noteChange = (db: Db, roleId: string): Promise<{ version: number }> =>
  db
    .updateTable('role')
    .set({ update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('role_id', '=', roleId)
    .returning('version')
    .executeTakeFirstOrThrow()

export const deleteRole = (db: Db, roleId: string) => db.deleteFrom('role').where('role_id', '=', roleId).execute()

/** Whether anybody has the role; a cancelled account does not count. */
export const roleInUse = async (db: Db, roleId: string): Promise<boolean> =>
  (await db
    .selectFrom('user_role as ur')
    .innerJoin('sys_user as u', 'u.user_id', 'ur.user_id')
    .select('ur.user_id')
    .where('ur.role_id', '=', roleId)
    .where('u.account_status', '<>', 'cancelled')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const menusOfRole = (db: Db, roleId: string) =>
  db
    .selectFrom('role_menu as rm')
    .innerJoin('menu as m', 'm.menu_id', 'rm.menu_id')
    .select(['m.menu_id as menuId', 'm.menu_name as menuName'])
    .where('rm.role_id', '=', roleId)
    .orderBy('m.menu_id')
    .execute()

export async function replaceMenus(db: Db, roleId: string, add: readonly string[], remove: readonly string[]): Promise<void> {
  if (remove.length > 0) await db.deleteFrom('role_menu').where('role_id', '=', roleId).where('menu_id', 'in', remove).execute()
  if (add.length > 0) await db.insertInto('role_menu').values(add.map((menu_id) => ({ role_id: roleId, menu_id }))).onConflict((c) => c.doNothing()).execute()
}

export const scopesOfRole = (db: Db, roleId: string): Promise<RoleScope[]> =>
  db
    .selectFrom('role_scope')
    .select(['module', 'scope', 'dept_ids as deptIds', 'jurisdictions'])
    .where('role_id', '=', roleId)
    .orderBy('module')
    .execute()

export async function replaceScopes(db: Db, roleId: string, scopes: readonly RoleScope[]): Promise<void> {
  await db.deleteFrom('role_scope').where('role_id', '=', roleId).execute()
  if (scopes.length === 0) return
  await db
    .insertInto('role_scope')
    .values(scopes.map((s) => ({ role_id: roleId, module: s.module, scope: s.scope, dept_ids: s.deptIds, jurisdictions: s.jurisdictions })))
    .execute()
}
