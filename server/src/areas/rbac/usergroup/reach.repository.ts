import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Somebody of a user group as far as writing to them goes. */
export interface GroupMember {
  userId: string
  name: string
  mobile: string | null
  email: string | null
  /** Their account can be used. */
  inUse: boolean
}

/** The accounts of some user groups, each once; at most `limit`. */
export const membersOfGroups = async (db: Db, groupIds: readonly string[], limit: number): Promise<GroupMember[]> =>
  groupIds.length === 0
    ? []
    : (
        await sql<GroupMember>`select u.user_id as "userId", u.real_name as name, u.mobile, u.email, u.account_status = 'normal' as "inUse" from sys_user u
          where u.user_id in (select m.user_id from usergroup_member m where m.usergroup_id = any(${[...groupIds]}::bigint[])) order by u.user_id limit ${limit}`.execute(db)
      ).rows

/** Groups that people may choose among, with how many are in each. */
export const groupChoices = async (db: Db) =>
  (
    await sql<{ usergroupId: string; groupName: string; memberCount: number }>`select g.usergroup_id as "usergroupId", g.group_name as "groupName",
        (select count(*)::int from usergroup_member m where m.usergroup_id = g.usergroup_id) as "memberCount"
      from usergroup g order by g.group_name limit 500`.execute(db)
  ).rows
