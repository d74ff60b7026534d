import type { PermitCode } from '@assoc/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/database'

/** Codes of the built-in roles: every one of them has the personal pages. */
export const builtInRoles = async (db: Db): Promise<string[]> => (await db.selectFrom('role').select('role_code').where('built_in', '=', true).execute()).map((r) => r.role_code)

/** Gives every role that has one of the permits another permit beside it. */
export async function grantBeside(db: Db, having: readonly PermitCode[], given: PermitCode): Promise<void> {
  await sql`insert into role_permit (role_id, permit_id)
    select distinct rp.role_id, s.permit_id from role_permit rp join permit p on p.permit_id = rp.permit_id, permit s
    where p.permit_code = any(${[...having]}::text[]) and s.permit_code = ${given} and s.system_id = p.system_id
    on conflict do nothing`.execute(db)
}

/** A query of the ids of people who hold a permit by a role in force and can sign in, within any data scope. */
export const holdersOf = (permit: PermitCode): RawBuilder<unknown> => sql`
  select distinct ur.user_id from permit p
  join role_permit rp on rp.permit_id = p.permit_id and (rp.expire_time is null or rp.expire_time > now())
  join role r on r.role_id = rp.role_id and r.role_status = 'enabled'
  join user_role ur on ur.role_id = r.role_id and (ur.expire_time is null or ur.expire_time > now())
  join sys_user u on u.user_id = ur.user_id and u.account_status = 'normal'
  where p.permit_code = ${permit} and p.permit_status = 'enabled' and p.system_id = 2`

/** People who hold a permit and whose data scope in a module reaches a department's rows, without one of them. */
export async function holdersReaching(db: Db, permit: PermitCode, module: string, deptId: string | null, without: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with recursive above as (
      select dept_id, parent_id from dept where dept_id = ${deptId}
      union select d.dept_id, d.parent_id from dept d join above a on d.dept_id = a.parent_id
    ), held as (
      select u.user_id, u.dept_id, r.role_id
      from sys_user u
      join user_role ur on ur.user_id = u.user_id and (ur.expire_time is null or ur.expire_time > now())
      join role r on r.role_id = ur.role_id and r.role_status = 'enabled'
      where u.account_status = 'normal' and u.user_id <> ${without}
    )
    select distinct h.user_id
    from held h
    join role_permit rp on rp.role_id = h.role_id and (rp.expire_time is null or rp.expire_time > now())
    join permit p on p.permit_id = rp.permit_id and p.permit_status = 'enabled' and p.system_id = 2
    where p.permit_code = ${permit}
      and exists (
        select 1 from held o join role_scope s on s.role_id = o.role_id
        where o.user_id = h.user_id and s.module = ${module} and (
          s.scope = 'all'
          or (s.scope = 'depts' and ${deptId}::bigint = any(s.dept_ids))
          or (s.scope = 'dept' and o.dept_id = ${deptId})
          or (s.scope = 'deptTree' and o.dept_id in (select dept_id from above))
        )
      )
    order by h.user_id`.execute(db)
  return rows.map((r) => r.user_id)
}

/** Whether somebody who can sign in holds a permit for one jurisdiction of a module: the one that a column holds, such as `t.jurisdiction`. */
export const reviewedLocally = (permit: PermitCode, module: string, jurisdiction: string): RawBuilder<boolean> => sql<boolean>`coalesce(${sql.ref(jurisdiction)} = any(array(
  select unnest(s.jurisdictions) from role_scope s join role r on r.role_id = s.role_id and r.role_status = 'enabled'
    join role_permit rp on rp.role_id = r.role_id and (rp.expire_time is null or rp.expire_time > now())
    join permit p on p.permit_id = rp.permit_id and p.permit_status = 'enabled' and p.system_id = 2 and p.permit_code = ${permit}
  where s.module = ${module} and s.scope = 'jurisdiction' and exists (
    select 1 from user_role ur join sys_user u on u.user_id = ur.user_id and u.account_status = 'normal' where ur.role_id = r.role_id and (ur.expire_time is null or ur.expire_time > now())))), false)`
