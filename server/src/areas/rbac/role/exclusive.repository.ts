import { sql, type RawBuilder } from 'kysely'
import { EXCLUSIVE_ROLES } from '@assoc/contract/rbac/role-kinds'
import type { Db } from '../../../platform/database/database'

// A disabled role counts: it can be enabled again at any time.
const HELD: RawBuilder<unknown> = sql`from user_role ur join role r on r.role_id = ur.role_id
  where r.role_code = any(${[...EXCLUSIVE_ROLES]}::text[]) and (ur.expire_time is null or ur.expire_time > now())`

export interface ExclusiveRole {
  userId: string
  roleId: string
  roleName: string
}

/** The roles of the exclusive set that these people hold now, in the order of their making. */
export async function exclusiveRolesOf(db: Db, userIds: readonly string[]): Promise<ExclusiveRole[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<ExclusiveRole>`select ur.user_id::text as "userId", r.role_id::text as "roleId", r.role_name as "roleName" ${HELD}
    and ur.user_id = any(${[...userIds]}::bigint[]) order by r.role_id`.execute(db)
  return rows
}

/** Ids of the people who hold more than one role of the exclusive set. */
export const holdersOfSeveral: RawBuilder<unknown> = sql`select ur.user_id ${HELD} group by ur.user_id having count(*) > 1`
