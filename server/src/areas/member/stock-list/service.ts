import type { InputOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { IMPORT_MAX_ROWS } from '@assoc/contract/platform/work'
import type * as calls from '@assoc/contract/member/stock-list'
import type { Principal } from '../../../platform/access/principal'
import { difference, writeAudit, type AuditEntry, type AuditFrame } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { readRows } from '../../../platform/excel/excel'
import { onlyTable } from '../../../platform/excel/format'
import type { Context } from '../../../platform/http/context'
import { industriesKnown } from '../records/industry'
import { layoutOf } from './headers'
import * as byHand from './by-hand.repository'
import { matchAll, Register, type Match, type MatchResult } from './match'
import { parseRows, type ParsedRow } from './parse'
import * as companies from './register.repository'
import * as repository from './repository'

/** Audit rows a statement. */
const AUDIT_CHUNK = 1000

export async function uploadStockList({ db, principal, files, audit }: Context<typeof calls.uploadStockList>) {
  const { file, format } = onlyTable(files)
  const cells = await readRows(format, file, IMPORT_MAX_ROWS)
  const layout = layoutOf(cells)
  if (!layout) throw refuse.field('file', '没有找到表头：首行须有「证券代码」和「证券简称」，或「A股代码」和「A股简称」')
  const rows = await parseRows(cells, layout, today())
  if (rows.length === 0) throw refuse.field('file', '文件中没有数据行')
  if (rows.length > IMPORT_MAX_ROWS) throw refuse.field('file', `一次最多 ${IMPORT_MAX_ROWS} 行`)
  const matches = matchAll(rows, await registerFor(db, principal, rows, false))
  const batchId = await repository.insertBatch(db, { fileName: file.fileName, header: layout.header, userId: principal.userId }, rows, matches)
  audit({ recordType: 'stockListBatch', recordId: batchId, verb: 'insert', after: { fileName: file.fileName, totalRows: rows.length } })
  return summary(db, principal, batchId)
}

export const selectStockListBatch = ({ db, principal, input }: Context<typeof calls.selectStockListBatch>) => summary(db, principal, input.batchId)

export const selectStockListBatchByPage = ({ db, principal, input }: Context<typeof calls.selectStockListBatchByPage>) => byHand.listBatches(db, principal.userId, input)

export async function selectStockListRowByPage({ db, principal, input }: Context<typeof calls.selectStockListRowByPage>) {
  const batch = await ownBatch(db, principal, input.batchId)
  const { items, total } = await repository.listRows(db, input)
  return { total, items: items.map(({ skipped, ...row }) => ({ ...row, abilities: batch.batch_status === 'checked' ? abilitiesOf(row.matchResult, skipped, row.chosen) : [] })) }
}

/** What may be done with a row of a batch that is not written yet. */
function abilitiesOf(result: MatchResult, skipped: boolean, chosen: boolean): string[] {
  if (skipped) return ['restore']
  return [...(result === 'conflict' || chosen ? ['assign'] : []), ...(chosen ? ['release'] : []), 'ignore']
}

/** Leaves a row out of a batch that is not written yet, or takes it in again. */
export async function ignoreStockListRow({ db, principal, input, audit }: Context<typeof calls.ignoreStockListRow>) {
  await rowOf(db, principal, input)
  await byHand.skipRow(db, input.batchId, input.rowNo, input.ignored)
  audit({ recordType: 'stockListBatch', recordId: input.batchId, verb: 'ignoreRow', after: { rowNo: input.rowNo, ignored: input.ignored } })
  return compareAnew(db, principal, input.batchId)
}

/** Notes which company a row means that could not be told by itself, within the person's scope. */
export async function assignStockListRow({ db, principal, input, audit }: Context<typeof calls.assignStockListRow>) {
  const row = await rowOf(db, principal, input)
  if (row.match_result !== 'conflict' && !row.chosen_company_id) throw refuse.field('companyId', '只有冲突的行可以指定公司')
  await byHand.chooseCompany(db, input.batchId, input.rowNo, input.companyId)
  audit({ recordType: 'stockListBatch', recordId: input.batchId, verb: 'assignRow', after: { rowNo: input.rowNo, companyId: input.companyId } })
  return compareAnew(db, principal, input.batchId)
}

/** A row of one's own batch, which nobody writes while it is being checked. */
async function rowOf(db: Db, principal: Principal, { batchId, rowNo }: { batchId: string; rowNo: number }) {
  await ownBatch(db, principal, batchId)
  if (!(await byHand.lockChecked(db, batchId))) throw refuse.badTransition()
  const row = await byHand.findRow(db, batchId, rowNo)
  if (!row) throw refuse.notFound()
  return row
}

// One row decides what another comes to: two that mean the same company are no conflict once one of them is left out.
async function compareAnew(db: Db, principal: Principal, batchId: string) {
  const rows = await repository.parsedRows(db, batchId)
  await byHand.keepMatches(db, batchId, rows, matchAll(rows, await registerFor(db, principal, rows, false)))
  return summary(db, principal, batchId)
}

/**
 * Writes a checked batch in one transaction. The rows are compared anew with the register as it is now, whose companies
 * are locked: what changed since the check cannot be overwritten unseen. B00005 for a batch that was written already;
 * V00001 when a row is bad and `goodOnly` is not wished.
 */
export async function confirmStockList({ db, principal, input, request, audit }: Context<typeof calls.confirmStockList>) {
  await ownBatch(db, principal, input.batchId)
  if (!(await repository.claimBatch(db, input.batchId))) throw refuse.badTransition()
  const written = await writeBatch(db, principal, input, (entries) =>
    writeAudit(
      db,
      {
        userId: principal.userId,
        userName: principal.realName,
        ip: request.ip,
        requestId: request.id,
        path: '/member/stockList/confirmStockList',
        title: '写入证券列表',
      } satisfies AuditFrame,
      entries,
    ),
  )
  audit({ recordType: 'stockListBatch', recordId: input.batchId, verb: 'confirm', after: { goodOnly: input.goodOnly, ...written } })
  return summary(db, principal, input.batchId)
}

// What rows are compared with: the companies that they can mean, and the industries that there are.
const registerFor = async (db: Db, principal: Principal, rows: readonly ParsedRow[], lock: boolean) =>
  new Register(await companies.companiesFor(db, principal, rows, lock), { csrcIndustry: await industriesKnown(db, 'csrcIndustry'), swIndustry: await industriesKnown(db, 'swIndustry') })

/** Compares, writes and settles the rows of a batch that the caller has claimed. */
export async function writeBatch(
  db: Db,
  principal: Principal,
  input: InputOf<typeof calls.confirmStockList>,
  note: (entries: AuditEntry[]) => Promise<void>,
) {
  const rows = await repository.parsedRows(db, input.batchId)
  const all = matchAll(rows, await registerFor(db, principal, rows, true))
  const matches = all.filter((_match, i) => !rows[i]?.skipped)
  const refused = matches.filter((m) => m.result === 'invalid' || m.result === 'conflict').length
  if (refused > 0 && !input.goodOnly) {
    throw refuse.field('goodOnly', `有 ${refused} 行不能写入，整份文件均未写入；可改为只写入其余 ${matches.length - refused} 行`)
  }
  const news = matches.flatMap((m) => (m.result === 'insert' && m.fields ? [m.fields] : []))
  const changes = matches.flatMap((m) =>
    (m.result === 'update' || m.result === 'codeChange') && m.company && m.fields ? [{ company: m.company, fields: m.fields }] : [],
  )
  const newIds = await companies.insertListed(db, principal, news)
  const updated = await companies.updateListed(db, principal.userId, changes)
  if (updated !== changes.length) throw refuse.conflict(null)
  await repository.settleRows(db, input.batchId, rows, all, newIds)
  await repository.finishBatch(db, input.batchId, refused > 0 ? 'partly' : 'done', news.length + updated)
  const entries = auditOf(matches, newIds)
  for (let from = 0; from < entries.length; from += AUDIT_CHUNK) await note(entries.slice(from, from + AUDIT_CHUNK))
  return { insertedRows: news.length, updatedRows: updated, refusedRows: refused }
}

const auditOf = (matches: readonly Match[], newIds: ReadonlyMap<string, string>): AuditEntry[] =>
  matches.flatMap(({ result, company, fields }): AuditEntry[] => {
    if (!fields) return []
    if (result === 'insert')
      return [{ recordType: 'company', recordId: newIds.get(fields.stockCode ?? '') ?? null, verb: 'import', after: { ...fields } }]
    if (!company || result === 'same') return []
    return [{ recordType: 'company', recordId: company.companyId, verb: 'import', ...difference({ ...company }, { ...fields }) }]
  })

async function ownBatch(db: Db, principal: Principal, batchId: string) {
  const batch = await repository.findBatch(db, batchId, principal.userId)
  if (!batch) throw refuse.notFound()
  return batch
}

async function summary(db: Db, principal: Principal, batchId: string) {
  const batch = await ownBatch(db, principal, batchId)
  return {
    batchId,
    fileName: batch.file_name,
    batchStatus: batch.batch_status,
    totalRows: batch.total_rows,
    counts: await repository.countResults(db, batchId),
    namelessRows: await repository.countNameless(db, batchId),
    ignoredRows: await byHand.countSkipped(db, batchId),
    writtenRows: batch.written_rows,
  }
}
