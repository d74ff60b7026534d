import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import type { PageInput } from '../../../platform/database/list'
import { matches } from '../account/repository'

const HOLDERS = sql`role_permit rp join role r on r.role_id = rp.role_id and r.role_status = 'enabled'
  join user_role ur on ur.role_id = rp.role_id and (ur.expire_time is null or ur.expire_time > now())
  join sys_user u on u.user_id = ur.user_id and u.account_status = 'normal'`
const HELD = sql`(rp.expire_time is null or rp.expire_time > now())`

/** Every role that a permit was given to, also those that give it to nobody now. */
export async function rolesOfPermit(db: Db, permitId: string) {
  const { rows } = await sql<{ roleId: string; roleCode: string; roleName: string; roleStatus: 'enabled' | 'disabled'; expireTime: Date | null; expired: boolean; userCount: number }>`
    select r.role_id as "roleId", r.role_code as "roleCode", r.role_name as "roleName", r.role_status as "roleStatus",
      rp.expire_time as "expireTime", coalesce(rp.expire_time <= now(), false) as expired,
      (select count(*) from user_role ur join sys_user u on u.user_id = ur.user_id and u.account_status = 'normal'
        where ur.role_id = r.role_id and (ur.expire_time is null or ur.expire_time > now()))::int as "userCount"
    from role_permit rp join role r on r.role_id = rp.role_id where rp.permit_id = ${permitId}::bigint order by r.role_id`.execute(db)
  return rows
}

/** People who hold a permit now, within a scope on `u`; the first `limit`. */
export async function peopleOfPermit(db: Db, permitId: string, scope: Expression<SqlBool>, limit: number) {
  const { rows } = await sql<{ userId: string; realName: string; loginName: string; deptName: string | null; roleNames: string[] }>`
    select u.user_id as "userId", u.real_name as "realName", u.login_name as "loginName", d.dept_name as "deptName", array_agg(r.role_name order by r.role_id) as "roleNames"
    from ${HOLDERS} join permit p on p.permit_id = rp.permit_id and p.permit_status = 'enabled' left join dept d on d.dept_id = u.dept_id
    where rp.permit_id = ${permitId}::bigint and ${HELD} and ${scope}
    group by u.user_id, d.dept_name order by u.user_id limit ${limit}`.execute(db)
  return rows
}

export async function holderCount(db: Db, permitId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct ur.user_id)::int as n from ${HOLDERS}
    join permit p on p.permit_id = rp.permit_id and p.permit_status = 'enabled' where rp.permit_id = ${permitId}::bigint and ${HELD}`.execute(db)
  return rows[0]?.n ?? 0
}

const HOLDER_ORDER = {
  loginName: { asc: sql`lower(u.login_name) asc`, desc: sql`lower(u.login_name) desc` },
  expiresAt: { asc: sql`ur.expire_time asc nulls last, ur.user_id asc`, desc: sql`ur.expire_time desc nulls last, ur.user_id desc` },
} as const

export interface RoleHolder {
  userId: string
  realName: string
  loginName: string
  deptName: string | null
  accountStatus: 'pending' | 'normal' | 'locked' | 'disabled' | 'cancelled'
  grantTime: Date | null
  expireTime: Date | null
  expired: boolean
}

/** People who were given a role, also those for whom it has ended, within a scope on `u`. */
export async function listRoleHolders(
  db: Db,
  scope: Expression<SqlBool>,
  f: PageInput<keyof typeof HOLDER_ORDER> & { roleId: string; keyword?: string | null | undefined; look: string | null },
): Promise<{ items: RoleHolder[]; total: number }> {
  const keyword = f.keyword ? await matches(db, f.keyword, f.look) : undefined
  const from = sql`from user_role ur join sys_user u on u.user_id = ur.user_id left join dept d on d.dept_id = u.dept_id
    where ur.role_id = ${f.roleId}::bigint and u.account_status <> 'cancelled' and ${scope} ${keyword ? sql`and ${keyword}` : sql``}`
  const { field, order } = f.sort ?? { field: 'loginName' as const, order: 'asc' as const }
  const [items, total] = await Promise.all([
    sql<RoleHolder>`select u.user_id as "userId", u.real_name as "realName", u.login_name as "loginName", d.dept_name as "deptName", u.account_status as "accountStatus",
        ur.create_time as "grantTime", ur.expire_time as "expireTime", coalesce(ur.expire_time <= now(), false) as expired
      ${from} order by ${HOLDER_ORDER[field][order]} limit ${f.pageSize} offset ${(f.page - 1) * f.pageSize}`.execute(db),
    sql<{ n: string }>`select count(*) as n ${from}`.execute(db),
  ])
  return { items: items.rows, total: Number(total.rows[0]?.n ?? 0) }
}

export const userRole = (db: Db, userId: string, roleId: string) =>
  db
    .selectFrom('user_role as ur')
    .innerJoin('role as r', 'r.role_id', 'ur.role_id')
    .select(['r.role_name as roleName', 'ur.expire_time as expireTime'])
    .where('ur.user_id', '=', userId)
    .where('ur.role_id', '=', roleId)
    .executeTakeFirst()

/** Gives a person one role until an instant; without one, for good. */
export const setUserRole = (db: Db, userId: string, roleId: string, expireTime: string | null) =>
  db
    .insertInto('user_role')
    .values({ user_id: userId, role_id: roleId, expire_time: expireTime })
    .onConflict((c) => c.columns(['user_id', 'role_id']).doUpdateSet({ expire_time: expireTime }))
    .execute()

export const removeUserRole = async (db: Db, userId: string, roleId: string): Promise<boolean> =>
  (await db.deleteFrom('user_role').where('user_id', '=', userId).where('role_id', '=', roleId).executeTakeFirst()).numDeletedRows > 0n
