import { STATEMENT_NOW } from '@assoc/contract/fee/bank'
import { BATCH_DAYS } from '@assoc/contract/fee/bank-statement'
import type { importStatement as importCall } from '@assoc/contract/fee/bank'
import type * as calls from '@assoc/contract/fee/bank-statement'
import { defineEntity } from '../../../platform/access/entities'
import { iso, type Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { writeWorkbook } from '../../../platform/excel/excel'
import type { Context, FileAnswer } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import type { Action } from '../../../platform/resource/definition'
import { exportName, XLSX } from '../../../platform/resource/workbook'
import './handover.repository'
import * as repository from './batch.repository'
import { problemSheet, statementOf } from './file'
import { keepMapping, mappings } from './mapping.repository'
import { planLines } from './plan'
import type { Problem } from './parse'
import { bookLines } from './service'
import { startReading } from './start'

// Whose a batch is, is checked where it is read.
defineEntity({ name: 'bankBatch', table: 'bank_batch', idColumn: 'batch_id' })

/** Rows that cannot be read which an answer tells; all of them are in the file. */
const TOLD = 200
/** Accounts of one file for which its mapping is kept. */
const MAPPED_ACCOUNTS = 20
/** Days that a confirmed batch is kept for its result. */
const KEPT_DAYS = 30

/** Bad rows as an answer tells them. */
export const toldOf = (problems: readonly Problem[]) => ({ unreadable: problems.length, problems: problems.slice(0, TOLD).map(({ row, message }) => ({ row, message })) })

async function own(db: Db, batchId: string, userId: string, hold = false): Promise<repository.Batch> {
  const batch = await repository.findBatch(db, batchId, userId, hold)
  if (!batch) throw refuse.notFound()
  return batch
}

/** The same, held and not yet confirmed. */
async function ownOpen(db: Db, batchId: string, userId: string): Promise<repository.Batch> {
  const batch = await own(db, batchId, userId, true)
  if (batch.status !== 'open') throw refuse.inUse('该文件已确认入账，请勿重复操作')
  return batch
}

/** Reads a statement into a batch and tells what its confirmation would do; nothing is booked. */
export async function importStatement({ db, principal, input, files, audit }: Context<typeof importCall>) {
  const columns = input.mapping?.flatMap(({ title, field }) => (field ? [{ title, field }] : []))
  const account = input.account?.replace(/[\s-]/g, '') || null
  const { fileName, statement } = await statementOf(files, { mapped: columns ? { columns, account } : null, known: () => mappings(db) })
  const { header, problems, total, lines } = statement
  // Of a file that could be read it is kept for the accounts that stand in it.
  if (columns) {
    const given = !columns.some((c) => c.field === 'account')
    for (const one of [...new Set(lines.map((line) => line.account))].slice(0, MAPPED_ACCOUNTS)) await keepMapping(db, { account: one, given, columns }, principal.userId)
  }
  const planned = await planLines(db, lines)
  const batchId = await repository.insertBatch(db, { fileName, header, problems, total, userId: principal.userId }, planned)
  audit({ recordType: 'bankBatch', recordId: batchId, verb: 'read', after: { fileName, total } })
  const known = planned.filter((line) => line.plan === 'known').length
  const matched = planned.filter((line) => line.memberId !== null && !line.held).length
  const added = lines.length - known
  return { batchId, total, added, known, matched, suspense: added - matched, ...toldOf(problems), workId: null }
}

export async function selectOpenBatches({ db, principal }: Context<typeof calls.selectOpenBatches>) {
  return (await repository.openBatches(db, principal.userId)).map((batch) => ({ ...batch, createTime: iso(batch.createTime) }))
}

export async function selectBatch({ db, principal, input }: Context<typeof calls.selectBatch>) {
  const { fileName, total, status, problems } = await own(db, input.batchId, principal.userId)
  return { batchId: input.batchId, fileName, confirmed: status === 'confirmed', total, ...toldOf(problems), plans: await repository.sumsOf(db, input.batchId) }
}

export async function selectBatchLines({ db, principal, input }: Context<typeof calls.selectBatchLines>) {
  const { batchId, page, pageSize, sort, plan, keyword } = input
  await own(db, batchId, principal.userId)
  const { rows, total } = await repository.linesOf(db, batchId, { plan, keyword }, { limit: pageSize, offset: (page - 1) * pageSize, order: sort?.order ?? 'asc' })
  return { total, items: rows.map((row) => ({ ...row, tradeTime: iso(row.tradeTime) })) }
}

export async function holdBatchLines({ db, principal, input, audit }: Context<typeof calls.holdBatchLines>) {
  const { batchId, held, rows, plan, keyword } = input
  await ownOpen(db, batchId, principal.userId)
  const changed = await repository.hold(db, batchId, held, rows, { plan, keyword })
  audit({ recordType: 'bankBatch', recordId: batchId, verb: held ? 'hold' : 'release', after: { changed, rows: rows ?? null, plan: plan ?? null, keyword: keyword ?? null } })
  return { changed }
}

/**
 * Books a batch as it was shown. Up to some hundred lines are one transaction, and what fails leaves nothing; more of them become
 * a work of the person. Of two who confirm at once one is refused.
 */
export async function confirmBatch(context: Context<typeof calls.confirmBatch>) {
  const { db, principal, input, audit } = context
  const { fileName, total, problems } = await ownOpen(db, input.batchId, principal.userId)
  if (!(await repository.confirm(db, input.batchId))) throw refuse.conflict(null)
  const count = await repository.countToBook(db, input.batchId)
  const told = { total, ...toldOf(problems) }
  if (count > STATEMENT_NOW) {
    const workId = await startReading(context, { batchId: input.batchId }, fileName, count)
    return { ...told, added: 0, known: 0, matched: 0, suspense: 0, workId }
  }
  const { read } = await repository.bookedSince(db, input.batchId, principal.userId, new Date())
  const { added, matched } = await bookLines(context as unknown as Action, await repository.toBook(db, input.batchId, 0, count))
  audit({ recordType: 'bankLine', recordId: null, verb: 'import', after: { batchId: input.batchId, fileName, total, added, matched } })
  return { ...told, added, known: read - added, matched, suspense: added - matched, workId: null }
}

export async function discardBatch({ db, principal, input, audit }: Context<typeof calls.discardBatch>) {
  const { fileName } = await ownOpen(db, input.batchId, principal.userId)
  await repository.removeBatch(db, input.batchId)
  audit({ recordType: 'bankBatch', recordId: input.batchId, verb: 'delete', before: { fileName } })
  return {}
}

export async function downloadBatchProblems({ db, principal, input }: Context<typeof calls.downloadBatchProblems>): Promise<FileAnswer> {
  const { header, problems } = await own(db, input.batchId, principal.userId)
  return { fileName: exportName('银行流水导入错误'), contentType: XLSX, body: await writeWorkbook([problemSheet(header, problems)]) }
}

/** Throws batches away that nobody confirmed in two days; answers how many batches went. */
export const dropBatches = ({ db }: Pick<Platform, 'db'>): Promise<number> => repository.removeOld(db, BATCH_DAYS, KEPT_DAYS)
