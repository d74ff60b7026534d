import { viewLink } from '@assoc/contract'
import { sql } from 'kysely'
import { defineHandover, NAMED } from '../../../platform/handover/handover'

defineHandover({
  key: 'depts',
  label: '负责的部门',
  order: 10,
  tables: ['dept'],
  link: viewLink('rbac/DeptList'),
  async kept(db, { employeeId }) {
    const { rows } = await sql<{ name: string; total: string }>`
      select dept_name as name, count(*) over () as total from dept where leader_id = ${employeeId} order by sort_no, dept_id limit ${NAMED}`.execute(db)
    return { count: Number(rows[0]?.total ?? 0), names: rows.map((r) => r.name) }
  },
  async give(db, person, successor) {
    const { numAffectedRows } = await sql`
      update dept set leader_id = ${successor.employeeId}, update_time = now(), version = version + 1 where leader_id = ${person.employeeId}`.execute(db)
    return Number(numAffectedRows)
  },
})
