import type { Db } from '../../../platform/database/database'

/** Names of permits that somebody holds, in the order of their modules. */
export const permitsByCodes = (db: Db, codes: readonly string[]) =>
  codes.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('permit as p')
        .select(['p.permit_code as permitCode', 'p.permit_name as permitName', 'p.module_name as moduleName', 'p.sensitive'])
        .where('p.system_id', '=', 2)
        .where('p.permit_code', 'in', codes)
        .orderBy('p.module')
        .orderBy('p.permit_id')
        .execute()

/** Departments of those who have a role. */
export async function deptsOfRole(db: Db, roleId: string): Promise<{ deptId: string; deptName: string }[]> {
  return db
    .selectFrom('user_role as ur')
    .innerJoin('sys_user as u', 'u.user_id', 'ur.user_id')
    .innerJoin('dept as d', 'd.dept_id', 'u.dept_id')
    .select(['d.dept_id as deptId', 'd.dept_name as deptName'])
    .distinct()
    .where('ur.role_id', '=', roleId)
    .where('u.account_status', '<>', 'cancelled')
    .orderBy('d.dept_id')
    .execute()
}
