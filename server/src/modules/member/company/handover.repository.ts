import { sql } from 'kysely'
import { defineHandover } from '../../../platform/handover/handover'

const NAMED = 5

defineHandover({
  key: 'companies',
  label: '经办的公司',
  order: 20,
  async kept(db, { userId }) {
    const { rows } = await sql<{ name: string; total: string }>`
      select short_name as name, count(*) over () as total from company where create_by = ${userId} and not deleted order by company_id limit ${NAMED}`.execute(db)
    return { count: Number(rows[0]?.total ?? 0), names: rows.map((r) => r.name) }
  },
  // The version stays: nobody edits who looks after a company, so no editor has an old value of it.
  async give(db, person, successor) {
    const { numAffectedRows } = await sql`update company set create_by = ${successor.userId} where create_by = ${person.userId} and not deleted`.execute(db)
    return Number(numAffectedRows)
  },
})
