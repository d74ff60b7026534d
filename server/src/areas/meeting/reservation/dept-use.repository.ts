import { sql } from 'kysely'
import { defineDeptUse } from '../../../platform/identity/departments'

defineDeptUse({
  sentence: '该部门还有会议室预约记录，不能删除',
  stands: async (db, deptId) => (await sql`select 1 from room_reservation where dept_id = ${deptId}::bigint limit 1`.execute(db)).rows.length > 0,
})
