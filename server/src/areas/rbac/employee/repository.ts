import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import type { Search } from '../../../platform/resource/definition'
import { matches } from '../account/repository'
import { keywordIn } from '../keyword.repository'

export type EmployeeStatus = 'probation' | 'active' | 'left'

const select = (db: Db) =>
  db
    .selectFrom('employee')
    .innerJoin('sys_user', 'sys_user.user_id', 'employee.user_id')
    .select([
      'employee.employee_id as employeeId',
      'employee.employee_no as employeeNo',
      'employee.user_id as userId',
      'sys_user.real_name as realName',
      'sys_user.mobile',
      'employee.dept_id as deptId',
      sql<string | null>`(select dept_name from dept where dept.dept_id = employee.dept_id)`.as('deptName'),
      'employee.post_id as postId',
      sql<string | null>`(select post_name from post where post.post_id = employee.post_id)`.as('postName'),
      'employee.entry_date as entryDate',
      'employee.leave_date as leaveDate',
      'employee.employee_status as employeeStatus',
      'employee.version',
    ])

export type EmployeeRecord = NonNullable<Awaited<ReturnType<typeof findEmployee>>>

/** Columns of a row that stand elsewhere: the account's, and names. */
export const computed = {
  realName: sql<string>`(select u.real_name from sys_user u where u.user_id = t.user_id)`,
  mobile: sql<string | null>`(select u.mobile from sys_user u where u.user_id = t.user_id)`,
  deptName: sql<string | null>`(select d.dept_name from dept d where d.dept_id = t.dept_id)`,
  postName: sql<string | null>`(select p.post_name from post p where p.post_id = t.post_id)`,
}

/** Employees by number, or by what their account is found by: name, its initials, sign-in name. Two indexes of two tables, each asked for itself: an "or" across a join would read both tables through. */
export async function holding(keyword: string, { db }: Search): Promise<RawBuilder<SqlBool>> {
  const byNumber = keywordIn('e', ['employee_no'], keyword)
  return sql<SqlBool>`t.employee_id in (
    select e.employee_id from employee e where ${byNumber ?? sql`false`}
    union select e.employee_id from sys_user u join employee e on e.user_id = u.user_id where ${(await matches(db, keyword, null)) ?? sql`false`})`
}

/** At most 20 people still at work whose name begins with the text. */
export const employeesByName = (db: Db, scope: Expression<SqlBool>, name: string) =>
  select(db)
    .where(scope)
    .where(keywordIn('sys_user', ['real_name'], name) ?? sql<SqlBool>`false`)
    .where('sys_user.real_name', 'ilike', contains(name).slice(1))
    .where('employee.employee_status', '<>', 'left')
    .orderBy('sys_user.real_name')
    .orderBy('employee.employee_id')
    .limit(20)
    .execute()

export const findEmployee = (db: Db, employeeId: string) => select(db).where('employee.employee_id', '=', employeeId).executeTakeFirst()

/** The account behind an employee. */
export const findAccount = (db: Db, userId: string) =>
  db
    .selectFrom('sys_user')
    .select(['user_id as userId', 'login_name as loginName', 'real_name as realName', 'mobile', 'dept_id as deptId', 'account_status as accountStatus'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

export const insertEmployee = (db: Db, e: { employeeNo: string; userId: string; deptId: string; postId: string | null; entryDate: string; status: EmployeeStatus }) =>
  db
    .insertInto('employee')
    .values({ employee_no: e.employeeNo, user_id: e.userId, dept_id: e.deptId, post_id: e.postId, entry_date: e.entryDate, employee_status: e.status })
    .returning('employee_id as employeeId')
    .executeTakeFirstOrThrow()

const next = sql<number>`version + 1`

/** Writes only while version and status are those that were read; undefined when they are not. */
export const updateEmployee = (
  db: Db,
  employeeId: string,
  version: number,
  from: EmployeeStatus,
  fields: { deptId: string; postId: string | null; entryDate: string; status: EmployeeStatus },
) =>
  db
    .updateTable('employee')
    .set({ dept_id: fields.deptId, post_id: fields.postId, entry_date: fields.entryDate, employee_status: fields.status, version: next })
    .where('employee_id', '=', employeeId)
    .where('version', '=', version)
    .where('employee_status', '=', from)
    .returning('version')
    .executeTakeFirst()

export const markLeft = (db: Db, employeeId: string, version: number, from: EmployeeStatus, leaveDate: string) =>
  db
    .updateTable('employee')
    .set({ employee_status: 'left', leave_date: leaveDate, version: next })
    .where('employee_id', '=', employeeId)
    .where('version', '=', version)
    .where('employee_status', '=', from)
    .returning('version')
    .executeTakeFirst()

/** Name, mobile and department of the account follow the employee's. */
export const updateAccount = (db: Db, userId: string, fields: { realName: string; mobile: string | null; deptId: string; grams: string[] }, by: string) =>
  db
    .updateTable('sys_user')
    .set({
      real_name: fields.realName,
      mobile: fields.mobile,
      dept_id: fields.deptId,
      search_grams: fields.grams,
      update_by: by,
      update_time: sql<Date>`now()`,
      version: next,
    })
    .where('user_id', '=', userId)
    .execute()

/** Switches the account of somebody who leaves off; answers how many accounts that were. */
export const disableAccount = async (db: Db, userId: string, by: string | null): Promise<number> =>
  (
    await db
      .updateTable('sys_user')
      .set({ account_status: 'disabled', update_by: by, update_time: sql<Date>`now()`, version: next })
      .where('user_id', '=', userId)
      .where('account_status', 'in', ['normal', 'locked'])
      .returning('user_id')
      .execute()
  ).length
