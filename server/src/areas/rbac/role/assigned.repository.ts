import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export interface PersonToGive {
  userId: string
  realName: string
  /** Names of the roles that they have already. */
  roleNames: string[]
}

/** Those of these people who lack a role yet and can have one, with what they have already. */
export async function namesToGive(db: Db, roleId: string, userIds: readonly string[]): Promise<PersonToGive[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<PersonToGive>`select u.user_id::text as "userId", u.real_name as "realName",
      coalesce((select array_agg(r.role_name order by r.role_id) from user_role o join role r on r.role_id = o.role_id where o.user_id = u.user_id), '{}') as "roleNames"
    from sys_user u where u.user_id = any(${[...userIds]}::bigint[]) and u.account_status <> 'cancelled'
      and not exists (select 1 from user_role ur where ur.user_id = u.user_id and ur.role_id = ${roleId}::bigint)
    order by u.user_id for update of u`.execute(db)
  return rows
}

/** Gives people a role for good. */
export async function giveTo(db: Db, roleId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0) await db.insertInto('user_role').values(userIds.map((user_id) => ({ user_id, role_id: roleId }))).onConflict((c) => c.doNothing()).execute()
}
