import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { orderBy, page, type PageInput } from '../../../platform/database/list'
import type { Match } from './match'
import type { ParsedRow } from './parse'
import './tables'

type BatchStatus = 'checked' | 'importing' | 'done' | 'partly' | 'cancelled'

/** One's own batches; their ids rise with the time at which they were made. */
export async function listBatches(db: Db, userId: string, input: PageInput<'createTime'> & { batchStatus?: BatchStatus | undefined }) {
  let query = db
    .selectFrom('stock_list_batch')
    .select([
      'batch_id as batchId',
      'file_name as fileName',
      'batch_status as batchStatus',
      'total_rows as totalRows',
      'written_rows as writtenRows',
      sql<number>`(select count(*)::int from stock_list_row r where r.batch_id = stock_list_batch.batch_id and r.match_result in ('conflict', 'invalid') and not r.skipped)`.as('refusedRows'),
      sql<string>`create_time`.as('createTime'),
      sql<string | null>`confirm_time`.as('confirmTime'),
    ])
    .where('create_by', '=', userId)
  if (input.batchStatus) query = query.where('batch_status', '=', input.batchStatus)
  const { items, total } = await page(query, input, orderBy(input.sort, { createTime: 'batch_id' }, 'batch_id', 'batch_id', 'desc'))
  return { total, items: items.map((b) => ({ ...b, createTime: iso(b.createTime) ?? '', confirmTime: iso(b.confirmTime) })) }
}

const iso = (time: string | Date | null): string | null => (time === null ? null : new Date(time).toISOString())

/** Holds a batch that is not written yet until the end of the transaction; false when it is. Who writes it waits, and the other way round. */
export async function lockChecked(db: Db, batchId: string): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`select batch_status as status from stock_list_batch where batch_id = ${batchId}::bigint for update`.execute(db)
  return rows[0]?.status === 'checked'
}

export const findRow = (db: Db, batchId: string, rowNo: number) =>
  db.selectFrom('stock_list_row').select(['match_result', 'skipped', 'chosen_company_id']).where('batch_id', '=', batchId).where('row_no', '=', rowNo).executeTakeFirst()

/** Leaves a row out, or takes it in again. */
export const skipRow = (db: Db, batchId: string, rowNo: number, skipped: boolean) =>
  db.updateTable('stock_list_row').set({ skipped, row_status: skipped ? 'ignored' : 'pending' }).where('batch_id', '=', batchId).where('row_no', '=', rowNo).execute()

/** Notes the company that a person says a row means. */
export const chooseCompany = (db: Db, batchId: string, rowNo: number, companyId: string | null) =>
  db.updateTable('stock_list_row').set({ chosen_company_id: companyId }).where('batch_id', '=', batchId).where('row_no', '=', rowNo).execute()

export async function countSkipped(db: Db, batchId: string): Promise<number> {
  const { n } = await db.selectFrom('stock_list_row').select(sql<number>`count(*)::int`.as('n')).where('batch_id', '=', batchId).where('skipped', '=', true).executeTakeFirstOrThrow()
  return n
}

/** Notes what the rows come to now, where that is something else than before. */
export async function keepMatches(db: Db, batchId: string, rows: readonly ParsedRow[], matches: readonly Match[]): Promise<void> {
  const now = rows.map(({ rowNo }, i) => ({ rowNo, matchResult: matches[i]?.result ?? 'invalid', errorMessage: matches[i]?.message || null, companyId: matches[i]?.company?.companyId ?? null }))
  await sql`
    update stock_list_row r set match_result = s."matchResult", error_message = s."errorMessage", company_id = s."companyId"
    from jsonb_to_recordset(${JSON.stringify(now)}::jsonb) as s("rowNo" int, "matchResult" text, "errorMessage" text, "companyId" bigint)
    where r.batch_id = ${batchId}::bigint and r.row_no = s."rowNo" and (r.match_result, r.error_message, r.company_id) is distinct from (s."matchResult", s."errorMessage", s."companyId")`.execute(db)
}
