import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { RoleScope } from '../role/grants'

export interface MatrixRole {
  roleId: string
  roleCode: string
  roleName: string
  roleStatus: 'enabled' | 'disabled'
  userCount: number
}

/** All roles by name and state. */
export const roleChoices = (db: Db): Promise<Omit<MatrixRole, 'userCount'>[]> =>
  db.selectFrom('role').select(['role_id as roleId', 'role_code as roleCode', 'role_name as roleName', 'role_status as roleStatus']).orderBy('role_id').execute()

/** These roles, or the first by id when nothing is said; how many people hold each. */
export async function matrixRoles(db: Db, limit: number, roleIds: readonly string[] | undefined): Promise<MatrixRole[]> {
  const { rows } = await sql<MatrixRole>`
    select r.role_id as "roleId", r.role_code as "roleCode", r.role_name as "roleName", r.role_status as "roleStatus",
      (select count(*) from user_role ur join sys_user u on u.user_id = ur.user_id
        where ur.role_id = r.role_id and u.account_status <> 'cancelled' and (ur.expire_time is null or ur.expire_time > now()))::int as "userCount"
    from role r where ${roleIds === undefined} or r.role_id = any(${[...(roleIds ?? [])]}::bigint[]) order by r.role_id limit ${limit}`.execute(db)
  return rows
}

export const scopesOf = (db: Db, roleIds: readonly string[]): Promise<{ roleId: string; module: string; scope: RoleScope['scope'] }[]> =>
  roleIds.length === 0 ? Promise.resolve([]) : db.selectFrom('role_scope').select(['role_id as roleId', 'module', 'scope']).where('role_id', 'in', roleIds).orderBy('module').execute()

/** Permits of the console in the order of their modules. */
export const matrixPermits = (db: Db) =>
  db
    .selectFrom('permit as p')
    .select(['p.permit_id as permitId', 'p.permit_code as permitCode', 'p.permit_code as code', 'p.permit_name as permitName', 'p.permit_name as name', 'p.module', 'p.module_name as moduleName', 'p.sensitive', 'p.built_in as builtIn', 'p.permit_status as permitStatus'])
    .where('p.system_id', '=', 2)
    .orderBy('p.module')
    .orderBy('p.permit_id')
    .execute()

export async function grantsOf(db: Db, roleIds: readonly string[]): Promise<{ roleId: string; permitId: string; expireTime: Date | null; expired: boolean }[]> {
  const { rows } = await sql<{ roleId: string; permitId: string; expireTime: Date | null; expired: boolean }>`
    select rp.role_id as "roleId", rp.permit_id as "permitId", rp.expire_time as "expireTime", coalesce(rp.expire_time <= now(), false) as expired
    from role_permit rp join permit p on p.permit_id = rp.permit_id and p.system_id = 2 where rp.role_id = any(${[...roleIds]}::bigint[])`.execute(db)
  return rows
}
