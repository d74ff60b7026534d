import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/database'
import { contains } from '../database/list'

/** Name of the department whose id a column holds, such as `t.dept_id`; null for none. */
export const deptName = (id: string): RawBuilder<string | null> => sql<string | null>`(select d.dept_name from dept d where d.dept_id = ${sql.ref(id)})`

/** A query of the ids of departments whose name holds a text. */
export const deptsHolding = (text: string): RawBuilder<unknown> => sql`select d.dept_id from dept d where d.dept_name ilike ${contains(text.trim())}`

/** Departments by their names. */
export const deptsByName = (db: Db, names: readonly string[]) => db.selectFrom('dept').select(['dept_id', 'dept_name']).where('dept_name', 'in', [...names]).execute()

/** What of an area keeps a department from being deleted. */
export interface DeptUse {
  /** Why the department stays, in words for whoever wants to delete it. */
  sentence: string
  stands(db: Db, deptId: string): Promise<boolean>
}

const uses: DeptUse[] = []
/** Registers what keeps a department; called once when the area's module is loaded. */
export const defineDeptUse = (use: DeptUse): void => void uses.push(use)
export const deptUses = (): readonly DeptUse[] => uses
