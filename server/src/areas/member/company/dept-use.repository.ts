import { sql } from 'kysely'
import { defineDeptUse } from '../../../platform/identity/departments'

// A company that is deleted still names its department.
defineDeptUse({
  sentence: '该部门还负责公司，不能删除',
  stands: async (db, deptId) => (await sql`select 1 from company where dept_id = ${deptId}::bigint limit 1`.execute(db)).rows.length > 0,
})
