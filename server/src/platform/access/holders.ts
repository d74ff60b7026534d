import type { ViewName } from '@assoc/contract'
import { sql } from 'kysely'
import type { Db } from '../database/database'

/** Somebody who holds a permit now and can sign in. */
export interface Holder {
  userId: string
  realName: string
  deptId: string | null
  deptName: string | null
  /** A role that gives the permit. */
  roleName: string
}

/**
 * People who hold one of the permits now and can sign in, wherever their data scope ends; those of one department first. With a
 * keyword only those whose name or account holds it.
 */
export async function holdersOfAny(db: Db, permits: readonly string[], { near, keyword, limit }: { near: string | null; keyword?: string; limit: number }): Promise<Holder[]> {
  if (permits.length === 0) return []
  const named = keyword ? sql`and (position(lower(${keyword}) in lower(u.real_name)) > 0 or position(lower(${keyword}) in lower(u.login_name)) > 0)` : sql``
  const { rows } = await sql<Holder>`
    select u.user_id::text as "userId", u.real_name as "realName", u.dept_id::text as "deptId", d.dept_name as "deptName", min(r.role_name) as "roleName"
    from sys_user u
    join user_role ur on ur.user_id = u.user_id and (ur.expire_time is null or ur.expire_time > now())
    join role r on r.role_id = ur.role_id and r.role_status = 'enabled'
    join role_permit rp on rp.role_id = r.role_id and (rp.expire_time is null or rp.expire_time > now())
    join permit p on p.permit_id = rp.permit_id and p.permit_status = 'enabled' and p.system_id = 2
    left join dept d on d.dept_id = u.dept_id
    where p.permit_code = any(${[...permits]}::text[]) and u.account_status = 'normal' ${named}
    group by u.user_id, u.real_name, u.dept_id, d.dept_name
    order by (u.dept_id = ${near}::bigint) desc nulls last, u.user_id limit ${limit}`.execute(db)
  return rows
}

/** Names of people by their ids. */
export async function namesOf(db: Db, userIds: readonly (string | null)[]): Promise<Map<string, string>> {
  const ids = [...new Set(userIds.filter((id) => id !== null))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('sys_user').select(['user_id', 'real_name']).where('user_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.user_id, row.real_name]))
}

/** Those of some views that a person has on their menu: a link to another would lead them nowhere. */
export async function viewsOnMenu(db: Db, roleIds: readonly string[], views: readonly ViewName[]): Promise<Set<ViewName>> {
  if (roleIds.length === 0 || views.length === 0) return new Set()
  const { rows } = await sql<{ menuLink: ViewName }>`
    select distinct m.menu_link as "menuLink"
    from menu m join role_menu rm on rm.menu_id = m.menu_id
    where rm.role_id = any(${[...roleIds]}::bigint[]) and m.menu_link = any(${[...new Set(views)]}::text[]) and m.menu_status = 'enabled' and m.system_id = 2`.execute(db)
  return new Set(rows.map((row) => row.menuLink))
}
