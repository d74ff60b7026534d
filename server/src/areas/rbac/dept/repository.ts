import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export interface DeptFields {
  deptName: string
  parentId: string | null
  leaderId: string | null
  sortNo: number
}

/** Name of a department, where only its id stands. */
export const called = sql<string>`dept.dept_name`

const row = (fields: DeptFields) => ({
  dept_name: fields.deptName,
  parent_id: fields.parentId,
  leader_id: fields.leaderId,
  sort_no: fields.sortNo,
})

/** Held to the end of the transaction by every change of the tree, so that two moves cannot make a ring. */
export const lockTree = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(7316013)`.execute(db)
}

/** All departments, siblings in their order. */
export const allDepts = (db: Db) =>
  db
    .selectFrom('dept as d')
    .leftJoin('employee as e', 'e.employee_id', 'd.leader_id')
    .leftJoin('sys_user as u', 'u.user_id', 'e.user_id')
    .select([
      'd.dept_id as deptId',
      'd.parent_id as parentId',
      'd.dept_name as deptName',
      'd.leader_id as leaderId',
      'u.real_name as leaderName',
      'd.sort_no as sortNo',
      'd.version',
    ])
    .orderBy('d.sort_no')
    .orderBy('d.dept_id')
    .execute()

/** The departments of a name, each with the one above it: two of one name may stand below different ones. */
export async function deptsNamed(db: Db, name: string): Promise<{ id: string; label: string }[]> {
  const rows = await db.selectFrom('dept as d').leftJoin('dept as p', 'p.dept_id', 'd.parent_id').select(['d.dept_id', 'd.dept_name', 'p.dept_name as parent']).where('d.dept_name', '=', name).orderBy('d.dept_id').execute()
  return rows.map(({ dept_id, dept_name, parent }) => ({ id: dept_id, label: parent ? `${parent} / ${dept_name}` : dept_name }))
}

export type DeptRecord = Awaited<ReturnType<typeof allDepts>>[number]

export const insertDept = (db: Db, fields: DeptFields, by: string) =>
  db
    .insertInto('dept')
    .values({ ...row(fields), create_by: by })
    .returning('dept_id as deptId')
    .executeTakeFirstOrThrow()

/** Writes only while the version is the one the editor has read; undefined when it is not. */
export const updateDept = (db: Db, deptId: string, version: number, fields: DeptFields) =>
  db
    .updateTable('dept')
    .set({ ...row(fields), update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('dept_id', '=', deptId)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()

export const deleteDept = (db: Db, deptId: string) => db.deleteFrom('dept').where('dept_id', '=', deptId).execute()

/** What still stands in a department, of what every installation has; areas tell theirs by defineDeptUse. */
export async function usesOf(db: Db, deptId: string): Promise<{ employees: boolean; users: boolean; roles: boolean }> {
  const { rows } = await sql<Awaited<ReturnType<typeof usesOf>>>`
    select exists (select 1 from employee where dept_id = ${deptId}) as employees,
      exists (select 1 from sys_user where dept_id = ${deptId}) as users,
      exists (select 1 from role_scope where ${deptId}::bigint = any(dept_ids)) as roles`.execute(db)
  return rows[0] ?? { employees: false, users: false, roles: false }
}

/** Hangs these departments below a parent in this order. */
export async function arrange(db: Db, parentId: string | null, deptIds: readonly string[]): Promise<void> {
  await sql`
    update dept d set parent_id = ${parentId}::bigint, sort_no = x.place, version = d.version + 1, update_time = now()
    from unnest(${deptIds}::bigint[]) with ordinality as x(dept_id, place)
    where d.dept_id = x.dept_id and (d.parent_id, d.sort_no) is distinct from (${parentId}::bigint, x.place::int)`.execute(db)
}
