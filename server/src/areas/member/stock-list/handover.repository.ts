import { viewLink } from '@assoc/contract'
import { sql } from 'kysely'
import { defineHandover, NAMED } from '../../../platform/handover/handover'

// A list that was uploaded is seen by whoever did it alone.
defineHandover({
  key: 'stockListBatch',
  label: '待确认的证券列表',
  order: 24,
  tables: ['stock_list_batch'],
  link: viewLink('member/CompanyList'),
  async kept(db, { userId }) {
    const { rows } = await sql<{ name: string; total: number }>`select file_name as name, count(*) over ()::int as total from stock_list_batch
      where create_by = ${userId}::bigint and batch_status in ('checked', 'importing') order by batch_id limit ${NAMED}`.execute(db)
    return { count: rows[0]?.total ?? 0, names: rows.map((r) => r.name) }
  },
  async give(db, person, successor, note) {
    const { rows } = await sql<{ id: string }>`update stock_list_batch set create_by = ${successor.userId}::bigint
      where create_by = ${person.userId}::bigint and batch_status in ('checked', 'importing') returning batch_id::text as id`.execute(db)
    for (const { id } of rows) note('stockListBatch', id)
    return rows.length
  },
})
