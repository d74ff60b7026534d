import { sql, type Expression, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** How many are in a group; `t` is the group. */
export const memberCount = sql<number>`(select count(*) from usergroup_member m where m.usergroup_id = t.usergroup_id)::int`

export const findGroup = (db: Db, usergroupId: string) =>
  db.selectFrom('usergroup as t').select(['t.usergroup_id as usergroupId', 't.group_name as groupName', 't.remark', 't.version', memberCount.as('memberCount')]).where('t.usergroup_id', '=', usergroupId).executeTakeFirst()

export const insertGroup = (db: Db, fields: { groupName: string; remark: string | null }) =>
  db
    .insertInto('usergroup')
    .values({ group_name: fields.groupName, remark: fields.remark })
    .returning('usergroup_id as usergroupId')
    .executeTakeFirstOrThrow()

/** Writes only while the version is the one the editor has read; undefined when it is not. */
export const updateGroup = (db: Db, usergroupId: string, version: number, fields: { groupName: string; remark: string | null }) =>
  db
    .updateTable('usergroup')
    .set({ group_name: fields.groupName, remark: fields.remark, version: sql<number>`version + 1` })
    .where('usergroup_id', '=', usergroupId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()

export const deleteGroup = (db: Db, usergroupId: string) => db.deleteFrom('usergroup').where('usergroup_id', '=', usergroupId).execute()

/** Members whom the scope, a condition on `u`, lets the caller see. */
export const membersOf = (db: Db, usergroupId: string, scope: Expression<SqlBool>) =>
  db
    .selectFrom('usergroup_member as m')
    .innerJoin('sys_user as u', 'u.user_id', 'm.user_id')
    .select(['u.user_id as userId', 'u.real_name as realName', 'u.login_name as loginName'])
    .where('m.usergroup_id', '=', usergroupId)
    .where(scope)
    .orderBy('u.user_id')
    .execute()

export const cancelledAmong = async (db: Db, userIds: readonly string[]): Promise<string[]> =>
  userIds.length === 0
    ? []
    : (
        await db
          .selectFrom('sys_user')
          .select('real_name')
          .where(sql<SqlBool>`user_id = any(${userIds}::bigint[])`)
          .where('account_status', '=', 'cancelled')
          .execute()
      ).map((r) => r.real_name)

export async function changeMembers(db: Db, usergroupId: string, add: readonly string[], remove: readonly string[]): Promise<void> {
  if (remove.length > 0) {
    await sql`delete from usergroup_member where usergroup_id = ${usergroupId} and user_id = any(${remove}::bigint[])`.execute(db)
  }
  if (add.length > 0) {
    await sql`insert into usergroup_member (usergroup_id, user_id) select ${usergroupId}, unnest(${add}::bigint[]) on conflict do nothing`.execute(db)
  }
}
