import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { defineHandover } from '../../../platform/handover/handover'

const NAMED = 5

interface Kind {
  table: string
  /** What it is called: the number of an application, the member of a case. */
  name: RawBuilder<string>
  /** Not settled yet. */
  open: RawBuilder<SqlBool>
}

const memberNo = sql<string>`(select m.member_no from member m where m.member_id = t.member_id)`
const KINDS: readonly Kind[] = [
  { table: 'join_apply', name: sql`t.apply_no`, open: sql`t.apply_status in ('draft', 'firstReview', 'returned', 'secondReview', 'approval')` },
  { table: 'member_transfer', name: sql`${memberNo} || ' 会籍转移'`, open: sql`t.transfer_status in ('draft', 'pending', 'returned', 'approved')` },
  { table: 'member_withdraw', name: sql`${memberNo} || ' 退会与除名'`, open: sql`t.withdraw_status in ('pending', 'review')` },
]

// What is settled stays with whoever did it; what is not would stand in nobody's list.
defineHandover({
  key: 'memberCases',
  label: '未办结的入会申请、会籍转移、退会与除名',
  order: 21,
  async kept(db, { userId }) {
    const all = sql.join(KINDS.map(({ table, name, open }, n) => sql`(select ${n}::int as kind, ${name} as name from ${sql.table(table)} t where t.create_by = ${userId}::bigint and ${open})`), sql` union all `)
    const { rows } = await sql<{ name: string; total: number }>`select name, count(*) over ()::int as total from (${all}) x order by kind, name limit ${NAMED}`.execute(db)
    return { count: rows[0]?.total ?? 0, names: rows.map((r) => r.name) }
  },
  async give(db, person, successor) {
    let given = 0
    for (const { table, open } of KINDS) {
      const { numAffectedRows } = await sql`update ${sql.table(table)} t set create_by = ${successor.userId}::bigint where t.create_by = ${person.userId}::bigint and ${open}`.execute(db)
      given += Number(numAffectedRows)
    }
    return given
  },
})
