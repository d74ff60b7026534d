import { CODE, type InputOf } from '@assoc/contract'
import { EXPORT_NOW_LIMIT } from '@assoc/contract/platform/work'
import { auditExportRow, auditLog } from '@assoc/contract/rbac/log'
import { loadUserFacts } from '../../../platform/access/load-who'
import { has, type Who } from '../../../platform/access/who'
import { writeAudit } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal, refuse } from '../../../platform/errors'
import { keepFile } from '../../../platform/files/store'
import type { Context } from '../../../platform/http/context'
import { addJob } from '../../../platform/jobs/queue'
import type { Platform } from '../../../platform/platform'
import type { Row } from '../../../platform/resource/definition'
import * as rows from '../../../platform/resource/rows.repository'
import { exportName, workbookOf, wordedFilter, XLSX } from '../../../platform/resource/workbook'
import * as work from '../../../platform/work/work'
import { cellOfChanges, wordsOfChanges } from './changes'
import { log } from './log'
import { changesOf } from './repository'

export const EXPORT_JOB = 'desk:exportAuditLog'
const EXPORT_PERMIT = 'rbac:audit:export'
const LABEL = auditLog.definition.label
/** Rows read at a time. */
const CHUNK = 5000

type ExportInput = InputOf<typeof auditLog.exportRows>

const cancelled = new Error('cancelled')

const COLUMNS = Object.keys(auditExportRow.shape).filter((k) => !['auditId', 'version', 'abilities'].includes(k))

/** The chosen columns, and always what was changed. */
function columnsOf({ columns = COLUMNS }: ExportInput): string[] {
  if (columns.some((c) => !COLUMNS.includes(c))) throw refuse.field('columns', '没有这一列')
  return [...columns.filter((c) => c !== 'changes'), 'changes']
}

function queryOf({ sort, ids, columns: _columns, ...filters }: ExportInput): rows.RowQuery & { filters: Row } {
  return { filters, ids, sort: sort as rows.RowQuery['sort'] }
}

/**
 * Exports what the filter matches, or the chosen rows, each with what it changed: the file at once up to 5,000 rows,
 * above that a job whose `workId` goes with F00006. Each export is audited with its filter and its number of rows.
 */
export async function exportAuditLog({ db, who, input, request, audit }: Context<typeof auditLog.exportRows>) {
  const columns = columnsOf(input)
  const query = queryOf(input)
  const total = await rows.countOf(db, log.mounted, who, query)
  const { ids, ...told } = input
  const entry = { recordType: auditLog.definition.name, recordId: null, verb: 'export', after: { ...told, columns, ...(ids ? { chosen: ids.length } : {}), rowCount: total } }
  if (total <= EXPORT_NOW_LIMIT) {
    const all = await withChanges(db, await rows.rowsOf(db, log.mounted, who, query, EXPORT_NOW_LIMIT, 0), wordsOfChanges())
    audit(entry)
    return fileOf(who, input, all)
  }
  const { path, title } = auditLog.exportRows
  const frame = { userId: who.userId, userName: who.realName, ip: request.ip, requestId: request.id, path, title }
  const workId = await db.transaction().execute(async (tx) => {
    const id = await work.insertWork(tx, who.userId, title, { job: EXPORT_JOB, ...input }, total)
    await addJob(tx, EXPORT_JOB, { workId: id }, { maxAttempts: 3 })
    // The answer is a refusal, which notes nothing by itself.
    await writeAudit(tx, frame, [entry])
    return id
  })
  throw new Refusal(CODE.silent, `共 ${total} 行，已转为后台导出，完成后会通知您`, { workId })
}

async function withChanges(db: Db, found: Row[], words: ReturnType<typeof wordsOfChanges>): Promise<Row[]> {
  const cells = new Map((await changesOf(db, found.map((r) => String(r['auditId'])))).map((c) => [c.audit_id, cellOfChanges(words(c))]))
  return found.map((row) => ({ ...row, changes: cells.get(String(row['auditId'])) ?? null }))
}

async function fileOf(who: Pick<Who, 'realName' | 'loginName'>, input: ExportInput, all: Row[]) {
  const filter = wordedFilter(auditLog, queryOf(input).filters, input.ids?.length)
  const body = await workbookOf({ what: LABEL, row: auditExportRow, columns: columnsOf(input), rows: all, who, filter })
  return { fileName: exportName(LABEL), contentType: XLSX, body }
}

/** The job behind a large export: reads with the person's rights as they are now, keeps the file, tells her. */
export async function runExport({ workId }: { workId: string }, platform: Platform): Promise<void> {
  const { db } = platform
  const begun = await work.startWork(db, workId)
  if (!begun) return
  const { job: _job, ...input } = begun.input as ExportInput & { job: string }
  try {
    const facts = await loadUserFacts(db, begun.user_id)
    const who: Who | undefined = facts && { ...facts.who, sessionId: '' }
    if (!who || facts?.accountStatus !== 'normal' || !has(who, EXPORT_PERMIT)) return await work.failWork(db, workId, '您已没有导出的权限')
    const all = await readAll(platform, workId, who, input)
    if (!all) return
    const { fileName, contentType, body } = await fileOf(who, input, all)
    const keepDays = await platform.settings.parameter('work.keepDays')
    await db.transaction().execute(async (tx) => {
      const fileId = await keepFile(tx, platform.files, { fileName, contentType, bytes: body, ownerType: 'work', ownerId: workId, createBy: who.userId })
      const notice = { title: '导出完成', content: `${LABEL}导出已完成，共 ${all.length} 行。文件保留 ${keepDays} 天。`, link: '/systemManage/exportJob' }
      // Cancelled at the last moment: the file is taken back with the transaction.
      if (!(await work.finishWork(tx, { workId, userId: who.userId, fileId, rows: all.length, notice }))) throw cancelled
    })
  } catch (error) {
    if (error === cancelled) return
    await work.failWork(db, workId, '导出失败，系统会自动重试')
    throw error
  }
}

/** All rows in one snapshot; undefined when the work was cancelled. */
async function readAll(platform: Platform, workId: string, who: Who, input: ExportInput): Promise<Row[] | undefined> {
  const all: Row[] = []
  const words = wordsOfChanges()
  return platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      for (;;) {
        const chunk = await rows.rowsOf(tx, log.mounted, who, queryOf(input), CHUNK, all.length)
        all.push(...(await withChanges(tx, chunk, words)))
        if (!(await work.tellProgress(platform.db, workId, all.length))) return undefined
        if (chunk.length < CHUNK) return all
      }
    })
}
