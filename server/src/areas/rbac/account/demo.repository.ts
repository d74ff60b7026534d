import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export async function seedDepts(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .insertInto('dept')
    .values(names.map((dept_name, i) => ({ dept_name, sort_no: i + 1 })))
    .returning(['dept_id', 'dept_name'])
    .execute()
  return new Map(rows.map((r) => [r.dept_name, r.dept_id]))
}

export async function seedPosts(db: Db, posts: readonly (readonly [code: string, name: string])[]): Promise<Map<string, string>> {
  const rows = await db
    .insertInto('post')
    .values(posts.map(([post_code, post_name], i) => ({ post_code, post_name, sort_no: i + 1 })))
    .returning(['post_id', 'post_code'])
    .execute()
  return new Map(rows.map((r) => [r.post_code, r.post_id]))
}

export async function seedUser(
  db: Db,
  person: {
    loginName: string
    realName: string
    mobile: string | null
    email: string
    deptId: string | null
    grams: string[]
    roles: readonly string[]
    typeId?: string
    accountStatus?: 'pending' | 'normal' | 'disabled'
  },
): Promise<string> {
  const { user_id } = await db
    .insertInto('sys_user')
    .values({
      login_name: person.loginName,
      real_name: person.realName,
      mobile: person.mobile,
      email: person.email,
      dept_id: person.deptId,
      type_id: person.typeId ?? 'staff',
      account_status: person.accountStatus ?? 'normal',
      must_change_password: true,
      search_grams: person.grams,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await sql`insert into user_role (user_id, role_id) select ${user_id}, role_id from role where role_code = any(${person.roles}::text[])`.execute(db)
  return user_id
}

export const seedEmployee = async (
  db: Db,
  e: { employeeNo: string; userId: string; deptId: string | null; postId: string | null; entryDate: string; status: 'probation' | 'active' },
): Promise<string> =>
  (
    await db
      .insertInto('employee')
      .values({ employee_no: e.employeeNo, user_id: e.userId, dept_id: e.deptId, post_id: e.postId, entry_date: e.entryDate, employee_status: e.status })
      .returning('employee_id')
      .executeTakeFirstOrThrow()
  ).employee_id

export const setLeader = (db: Db, deptId: string | null, employeeId: string | null) =>
  db.updateTable('dept').set({ leader_id: employeeId }).where('dept_id', '=', deptId).execute()

export async function seedGroup(db: Db, name: string, remark: string, userIds: readonly string[]): Promise<void> {
  const { usergroup_id } = await db.insertInto('usergroup').values({ group_name: name, remark }).returning('usergroup_id').executeTakeFirstOrThrow()
  await db.insertInto('usergroup_member').values(userIds.map((user_id) => ({ usergroup_id, user_id }))).execute()
}
