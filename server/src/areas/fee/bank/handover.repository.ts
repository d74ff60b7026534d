import { viewLink } from '@assoc/contract'
import { sql } from 'kysely'
import { defineHandover, NAMED } from '../../../platform/handover/handover'

// A batch is seen by whoever read it alone: without a successor nobody could book it.
defineHandover({
  key: 'bankBatch',
  label: '待确认的银行流水文件',
  order: 46,
  tables: ['bank_batch'],
  link: viewLink('member/BankStatement'),
  async kept(db, { userId }) {
    const { rows } = await sql<{ name: string; total: number }>`select file_name as name, count(*) over ()::int as total from bank_batch
      where create_by = ${userId}::bigint and batch_status = 'open' order by batch_id limit ${NAMED}`.execute(db)
    return { count: rows[0]?.total ?? 0, names: rows.map((r) => r.name) }
  },
  async give(db, person, successor, note) {
    const { rows } = await sql<{ id: string }>`update bank_batch set create_by = ${successor.userId}::bigint where create_by = ${person.userId}::bigint and batch_status = 'open' returning batch_id::text as id`.execute(db)
    for (const { id } of rows) note('bankBatch', id)
    return rows.length
  },
})
