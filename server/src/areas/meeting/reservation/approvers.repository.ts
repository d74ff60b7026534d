import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/**
 * Everybody who may approve a reservation of this applicant and department: a role in force that has
 * the permit, a data scope that reaches the row, and not the applicant themselves.
 */
export async function approversOf(db: Db, applicantId: string, deptId: string | null): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with recursive above as (
      select dept_id, parent_id from dept where dept_id = ${deptId}
      union select d.dept_id, d.parent_id from dept d join above a on d.dept_id = a.parent_id
    ), held as (
      select u.user_id, u.dept_id, r.role_id
      from sys_user u
      join user_role ur on ur.user_id = u.user_id and (ur.expire_time is null or ur.expire_time > now())
      join role r on r.role_id = ur.role_id and r.role_status = 'enabled'
      where u.account_status = 'normal' and u.user_id <> ${applicantId}
    )
    select distinct h.user_id
    from held h
    join role_permit rp on rp.role_id = h.role_id and (rp.expire_time is null or rp.expire_time > now())
    join permit p on p.permit_id = rp.permit_id and p.permit_status = 'enabled' and p.system_id = 2
    where p.permit_code = 'meeting:reservation:approve'
      and exists (
        select 1 from held o join role_scope s on s.role_id = o.role_id
        where o.user_id = h.user_id and s.module = 'meeting' and (
          s.scope = 'all'
          or (s.scope = 'depts' and ${deptId}::bigint = any(s.dept_ids))
          or (s.scope = 'dept' and o.dept_id = ${deptId})
          or (s.scope = 'deptTree' and o.dept_id in (select dept_id from above))
        )
      )
    order by h.user_id`.execute(db)
  return rows.map((r) => r.user_id)
}
