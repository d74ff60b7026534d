import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { orderBy, page, type PageInput } from '../../../platform/database/list'
import type { CellValue } from '../../../platform/excel/excel'
import type { Match, MatchResult } from './match'
import type { ParsedRow } from './parse'
import './tables'

/** Rows a statement. */
const CHUNK = 2000

export async function insertBatch(
  db: Db,
  batch: { fileName: string; header: string[]; userId: string },
  rows: readonly ParsedRow[],
  matches: readonly Match[],
): Promise<string> {
  const { batch_id } = await db
    .insertInto('stock_list_batch')
    .values({ file_name: batch.fileName, header: batch.header, total_rows: rows.length, create_by: batch.userId })
    .returning('batch_id')
    .executeTakeFirstOrThrow()
  for (let from = 0; from < rows.length; from += CHUNK) {
    const records = rows.slice(from, from + CHUNK).map((row, i) => ({ ...row, ...outcome(matches[from + i]) }))
    await sql`
      insert into stock_list_row (batch_id, row_no, board_text, stock_code, short_name, company_name, list_date, total_shares,
        industry_text, sw_text, match_result, error_message, company_id, cells)
      select ${batch_id}::bigint, r.* from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(
        "rowNo" int, "boardText" text, "stockCode" text, "shortName" text, "companyName" text, "listDate" date, "totalShares" numeric,
        "industryText" text, "swText" text, "matchResult" text, "errorMessage" text, "companyId" bigint, cells jsonb)`.execute(db)
  }
  return batch_id
}

const outcome = (match: Match | undefined) => ({
  matchResult: match?.result ?? 'invalid',
  errorMessage: match?.message || null,
  companyId: match?.company?.companyId ?? null,
})

/** A batch of this person; another's counts as not there. */
export const findBatch = (db: Db, batchId: string, userId: string) =>
  db
    .selectFrom('stock_list_batch')
    .select(['batch_id', 'file_name', 'batch_status', 'header', 'total_rows', 'written_rows'])
    .where('batch_id', '=', batchId)
    .where('create_by', '=', userId)
    .executeTakeFirst()

/** Rows of a batch by what they would do, without those that somebody left out. */
export async function countResults(db: Db, batchId: string): Promise<Partial<Record<MatchResult, number>>> {
  const rows = await db
    .selectFrom('stock_list_row')
    .select(['match_result', sql<string>`count(*)`.as('n')])
    .where('batch_id', '=', batchId)
    .where('skipped', '=', false)
    .groupBy('match_result')
    .execute()
  return Object.fromEntries(rows.map((r) => [r.match_result, Number(r.n)]))
}

/** New companies of a batch whose full name the file does not say, without those that somebody left out. */
export async function countNameless(db: Db, batchId: string): Promise<number> {
  const { n } = await db
    .selectFrom('stock_list_row')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('batch_id', '=', batchId)
    .where('match_result', '=', 'insert')
    .where('skipped', '=', false)
    .where(sql<boolean>`strpos(coalesce(company_name, ''), '公司') = 0`)
    .executeTakeFirstOrThrow()
  return n
}

export function listRows(db: Db, input: PageInput<'rowNo'> & { batchId: string; matchResult?: MatchResult | undefined }) {
  let query = db
    .selectFrom('stock_list_row')
    .select([
      'row_id as rowId',
      'row_no as rowNo',
      'board_text as boardText',
      'stock_code as stockCode',
      'short_name as shortName',
      'list_date as listDate',
      'total_shares as totalShares',
      'industry_text as industryText',
      'sw_text as swText',
      'match_result as matchResult',
      'error_message as errorMessage',
      'row_status as rowStatus',
      'company_id as companyId',
      'skipped',
      sql<boolean>`chosen_company_id is not null`.as('chosen'),
    ])
    .where('batch_id', '=', input.batchId)
  if (input.matchResult) query = query.where('match_result', '=', input.matchResult)
  return page(query, input, orderBy(input.sort, { rowNo: 'row_no' }, 'row_no', 'row_id'))
}

/** Takes a checked batch for writing. False for whoever comes second: they wait here until the first is done. */
export async function claimBatch(db: Db, batchId: string): Promise<boolean> {
  const claimed = await db
    .updateTable('stock_list_batch')
    .set({ batch_status: 'importing' })
    .where('batch_id', '=', batchId)
    .where('batch_status', '=', 'checked')
    .returning('batch_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** The rows as they were parsed, in the file's order. */
export async function parsedRows(db: Db, batchId: string): Promise<ParsedRow[]> {
  const rows = await db
    .selectFrom('stock_list_row')
    .select([
      'row_no',
      'board_text',
      'stock_code',
      'short_name',
      'company_name',
      'list_date',
      'total_shares',
      'industry_text',
      'sw_text',
      'match_result',
      'error_message',
      'skipped',
      'chosen_company_id',
    ])
    .where('batch_id', '=', batchId)
    .orderBy('row_no')
    .execute()
  return rows.map((r) => ({
    rowNo: r.row_no,
    cells: [],
    boardText: r.board_text,
    stockCode: r.stock_code,
    shortName: r.short_name,
    companyName: r.company_name,
    listDate: r.list_date,
    totalShares: r.total_shares,
    industryText: r.industry_text,
    swText: r.sw_text,
    // What could not be read stays so; everything else is compared anew.
    errors: r.match_result === 'invalid' ? [r.error_message ?? ''] : [],
    skipped: r.skipped,
    chosenId: r.chosen_company_id,
  }))
}

/** Notes for every row what it came to in the end. `companyId` of new companies is known by now. */
export async function settleRows(
  db: Db,
  batchId: string,
  rows: readonly ParsedRow[],
  matches: readonly Match[],
  newIds: ReadonlyMap<string, string>,
): Promise<void> {
  const settled = rows.map((row, i) => {
    const match = matches[i]
    const written = match !== undefined && !row.skipped && ['insert', 'update', 'codeChange'].includes(match.result)
    return {
      rowNo: row.rowNo,
      ...outcome(match),
      companyId: match?.company?.companyId ?? newIds.get(row.stockCode ?? '') ?? null,
      rowStatus: written ? 'written' : 'ignored',
    }
  })
  for (let from = 0; from < settled.length; from += CHUNK) {
    await sql`
      update stock_list_row r set match_result = s."matchResult", error_message = s."errorMessage", company_id = s."companyId", row_status = s."rowStatus"
      from jsonb_to_recordset(${JSON.stringify(settled.slice(from, from + CHUNK))}::jsonb)
        as s("rowNo" int, "matchResult" text, "errorMessage" text, "companyId" bigint, "rowStatus" text)
      where r.batch_id = ${batchId}::bigint and r.row_no = s."rowNo"`.execute(db)
  }
}

export const finishBatch = (db: Db, batchId: string, status: 'done' | 'partly', writtenRows: number) =>
  db
    .updateTable('stock_list_batch')
    .set({ batch_status: status, written_rows: writtenRows, confirm_time: sql<Date>`now()` })
    .where('batch_id', '=', batchId)
    .execute()

/** Cells and reason of the rows that cannot be written, in the file's order. */
export const refusedRows = (db: Db, batchId: string) =>
  db
    .selectFrom('stock_list_row')
    .select(['cells', 'error_message'])
    .where('batch_id', '=', batchId)
    .where('match_result', 'in', ['conflict', 'invalid'])
    .where('skipped', '=', false)
    .orderBy('row_no')
    .$castTo<{ cells: CellValue[]; error_message: string | null }>()
    .execute()
