import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Held to the end of the transaction by everything that could take the last administrator away. */
export const lockAdministration = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(7316011)`.execute(db)
}

/**
 * Whether somebody is left who can put things right: an account in use that can sign in, whose enabled
 * roles give them, without an end date, the permits to assign and to change roles and all rows of the
 * module.
 */
export async function administratorRemains(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    with held as (
      select ur.user_id, ur.role_id from user_role ur join role r on r.role_id = ur.role_id
      where r.role_status = 'enabled' and ur.expire_time is null
    ), granted as (
      select h.user_id, p.permit_code from held h
      join role_permit rp on rp.role_id = h.role_id and rp.expire_time is null
      join permit p on p.permit_id = rp.permit_id and p.permit_status = 'enabled' and p.system_id = 2
      where p.permit_code in ('rbac:user:assignRole', 'rbac:role:update')
    )
    select 1 as found from sys_user u
    where u.account_status = 'normal'
      and (u.password_hash is not null or u.mobile is not null or u.email is not null)
      and (select count(distinct g.permit_code) from granted g where g.user_id = u.user_id) = 2
      and exists (
        select 1 from held h join role_scope s on s.role_id = h.role_id
        where h.user_id = u.user_id and s.module = 'rbac' and s.scope = 'all')
    limit 1`.execute(db)
  return rows.length > 0
}
