import { CODE, EXPORT_REASON_ABOVE, shapeOf } from '@assoc/contract'
import { EXPORT_NOW_LIMIT } from '@assoc/contract/platform/work'
import { loadUserFacts } from '../access/load-principal'
import type { Principal } from '../access/principal'
import { writeAudit } from '../audit/audit'
import type { Db } from '../database/database'
import { Refusal, refuse } from '../errors'
import { keepFile } from '../files/store'
import { addJob } from '../jobs/queue'
import { defineJob } from '../jobs/worker'
import type { Platform } from '../platform'
import * as work from '../work/work'
import { lookOf } from './actions'
import { maskedRow, type Action, type ResourceRuntime, type Row } from './definition'
import * as rows from './rows.repository'
import { exportName, workbookOf, formatFilter, XLSX } from './workbook'

const JOB = 'resource:export'
/** Rows read at a time. */
const CHUNK = 5000

interface ExportInput {
  filters: Row
  sort?: rows.RowQuery['sort']
  ids?: string[] | undefined
  columns: string[]
  look?: string | null
}

const cancelled = new Error('cancelled')

const runtimeByName = new Map<string, ResourceRuntime>()
/** Makes a resource known to the job of large exports. */
export const exportable = (m: ResourceRuntime): void => void runtimeByName.set(m.entity.name, m)

function inputOf(m: ResourceRuntime, given: Row): ExportInput {
  const { sort, ids, columns, reason: _reason, ...filters } = given as Row & Omit<ExportInput, 'filters'>
  const { always = [] } = m.options.exportAs ?? {}
  const known = Object.keys(shapeOf(exportedRow(m)) ?? {}).filter((k) => !['version', 'abilities', m.idField].includes(k))
  const unknown = columns?.find((c) => !known.includes(c))
  if (unknown !== undefined) throw refuse.field('columns', '没有这一列')
  return { filters, ...(sort ? { sort } : {}), ids, columns: [...(columns ?? known).filter((c) => !always.includes(c)), ...always] }
}

const exportedRow = (m: ResourceRuntime) => m.options.exportAs?.row ?? m.contract.row

/** A part of the rows, with what only the export has. */
async function readPart(db: Db, m: ResourceRuntime, principal: Principal, query: rows.RowQuery, limit: number, offset: number): Promise<Row[]> {
  const found = await rows.rowsOf(db, m, principal, query, limit, offset)
  return m.options.exportAs ? m.options.exportAs.fill(db, found) : found
}

/**
 * Exports what the filter matches, or the chosen rows: the file at once up to 5,000 rows, above that a job
 * whose `workId` goes with F00006. Each export is audited with its filter and its number of rows.
 */
export async function exportRows(m: ResourceRuntime, action: Action) {
  const { db, principal, request } = action
  const input = inputOf(m, action.input as Row)
  input.look = await lookOf(m, action, input.filters)
  const query = { filters: input.filters, ids: input.ids, look: input.look }
  const total = await rows.countOf(db, m, principal, query)
  const reason = (action.input as { reason?: string | null }).reason ?? null
  const holdsPersonal = m.personal.some(([field]) => input.columns.includes(field))
  if (holdsPersonal && total > EXPORT_REASON_ABOVE && !reason) throw refuse.field('reason', `共 ${total} 行个人信息，请填写导出原因`)
  const call = m.contract.exportRows
  const { ids, look: _look, ...told } = input
  const entry = { recordType: m.entity.name, recordId: null, verb: 'export', reason, after: { ...told, ...(ids ? { chosen: ids.length } : {}), rowCount: total } }
  if (total <= EXPORT_NOW_LIMIT) {
    const all = await readPart(db, m, principal, { ...query, sort: input.sort }, EXPORT_NOW_LIMIT, 0)
    action.audit(entry)
    return fileOf(m, principal, input, all)
  }
  const title = call?.title ?? ''
  const frame = { userId: principal.userId, userName: principal.realName, ip: request.ip, requestId: request.id, path: call?.path ?? '', title }
  const workId = await db.transaction().execute(async (tx) => {
    const id = await work.insertWork(tx, JOB, principal.userId, title, { resource: m.entity.name, ...input }, total)
    await addJob(tx, JOB, { workId: id }, { maxAttempts: 3 })
    // The answer is a refusal, which notes nothing by itself.
    await writeAudit(tx, frame, [entry])
    return id
  })
  throw new Refusal(CODE.silent, `共 ${total} 行，已转为后台导出，完成后会通知您`, { workId })
}

async function fileOf(m: ResourceRuntime, principal: Pick<Principal, 'realName' | 'loginName'>, input: ExportInput, all: Row[]) {
  const { label, fileTitle: what = label } = m.contract.definition
  const body = await workbookOf({ what, row: exportedRow(m), columns: input.columns, rows: all.map((row) => maskedRow(m, row)), principal, filter: formatFilter(m.contract, input.filters, input.ids?.length) })
  return { fileName: exportName(what), contentType: XLSX, body }
}

/** The job behind a large export: reads with the person's rights as they are now, keeps the file, tells them. */
export async function runExport({ workId }: { workId: string }, platform: Platform): Promise<void> {
  const { db } = platform
  const begun = await work.startWork(db, workId)
  if (!begun) return
  const { resource, ...input } = begun.input as ExportInput & { resource: string }
  const m = runtimeByName.get(resource)
  const access = m?.contract.definition.access.export
  try {
    const facts = await loadUserFacts(db, begun.user_id)
    const may = access?.kind !== 'permit' || facts?.principal.permits.has(access.code)
    if (!m || !facts || facts.accountStatus !== 'normal' || !may) return await work.failWork(db, workId, '您已没有导出的权限')
    const principal: Principal = { ...facts.principal, sessionId: '' }
    const all = await readAll(platform, m, workId, principal, input)
    if (!all) return
    const { fileName, contentType, body } = await fileOf(m, principal, input, all)
    const keepDays = await platform.settings.parameter('work.keepDays')
    await db.transaction().execute(async (tx) => {
      const fileId = await keepFile(tx, platform.files, { fileName, contentType, bytes: body, ownerType: 'work', ownerId: workId, createBy: principal.userId })
      const label = m.contract.definition.label
      const notice = { title: '导出完成', content: `${label}导出已完成，共 ${all.length} 行。文件保留 ${keepDays} 天。`, link: '/systemManage/exportJob' }
      // Cancelled at the last moment: the file is taken back with the transaction.
      if (!(await work.finishWork(tx, { workId, userId: principal.userId, fileId, rows: all.length, notice }))) throw cancelled
    })
  } catch (error) {
    if (error === cancelled) return
    await work.failWork(db, workId, '导出失败，系统会自动重试')
    throw error
  }
}

/** All rows in one snapshot, so that one changed meanwhile stands neither twice nor nowhere; undefined when the work was cancelled. */
async function readAll(platform: Platform, m: ResourceRuntime, workId: string, principal: Principal, input: ExportInput): Promise<Row[] | undefined> {
  const all: Row[] = []
  return platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      for (;;) {
        const chunk = await readPart(tx, m, principal, input, CHUNK, all.length)
        all.push(...chunk)
        if (!(await work.tellProgress(platform.db, workId, all.length))) return undefined
        if (chunk.length < CHUNK) return all
      }
    })
}

defineJob(JOB, runExport)
