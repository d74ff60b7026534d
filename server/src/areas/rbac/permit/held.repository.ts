import { sql, type RawBuilder, type SqlBool } from 'kysely'

// Who holds a permit now; `t` is the permit. A grant counts while it has not ended and its role is in use.
const GRANTS = sql`role_permit rp join role r on r.role_id = rp.role_id and r.role_status = 'enabled'
  where rp.permit_id = t.permit_id and (rp.expire_time is null or rp.expire_time > now())`

export const roleNames = sql<string[]>`array(select r.role_name from ${GRANTS} order by r.role_id)`

/** People with an account in use; nobody while the permit is switched off. */
export const userCount = sql<number>`(select count(distinct ur.user_id) from role_permit rp join role r on r.role_id = rp.role_id and r.role_status = 'enabled'
  join user_role ur on ur.role_id = rp.role_id and (ur.expire_time is null or ur.expire_time > now())
  join sys_user u on u.user_id = ur.user_id and u.account_status = 'normal'
  where rp.permit_id = t.permit_id and (rp.expire_time is null or rp.expire_time > now()) and t.permit_status = 'enabled')::int`

/** What follows from the contract and the menu, which the module fills in. */
export const menuName = sql<string | null>`null::text`
export const apiPaths = sql<string[]>`'{}'::text[]`

export const ofSystem = (systemId: string): RawBuilder<SqlBool> => sql<SqlBool>`t.system_id = ${systemId}::int`
export const sensitive = (is: boolean): RawBuilder<SqlBool> => sql<SqlBool>`t.sensitive = ${is}`
export const held = (is: boolean): RawBuilder<SqlBool> => (is ? sql<SqlBool>`exists (select 1 from ${GRANTS})` : sql<SqlBool>`not exists (select 1 from ${GRANTS})`)
