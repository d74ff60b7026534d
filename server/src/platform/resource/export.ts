import { CODE, EXPORT_REASON_ABOVE } from '@assoc/contract'
import { EXPORT_NOW_LIMIT } from '@assoc/contract/platform/work'
import { loadUserFacts } from '../access/load-principal'
import type { Principal } from '../access/principal'
import { writeAudit } from '../audit/audit'
import { eachPart } from '../database/cursor'
import type { Db } from '../database/database'
import { Refusal, refuse } from '../errors'
import { MAX_SHEET_ROWS } from '../excel/sheet-xml'
import { addJob } from '../jobs/queue'
import { defineJob } from '../jobs/worker'
import type { Platform } from '../platform'
import * as work from '../work/work'
import { lookOf } from './actions'
import { maskedRow, presented, type Action, type ResourceRuntime, type Row } from './definition'
import { exportColumns, exportedRow, namedFilters, withNames } from './export-columns'
import { exportInWork, exportNow } from './export-file'
import { runtimeNamed } from './registry'
import * as rows from './rows.repository'
import { formatFilter } from './workbook'

const JOB = 'resource:export'

interface ExportInput {
  filters: Row
  sort?: rows.RowQuery['sort']
  ids?: string[] | undefined
  columns: string[]
  look?: string | null
}

function inputOf(m: ResourceRuntime, given: Row): ExportInput {
  const { sort, ids, columns, reason: _reason, ...filters } = given as Row & Omit<ExportInput, 'filters'>
  return { filters, ...(sort ? { sort } : {}), ids, columns: exportColumns(m, columns) }
}

/** The fields that are read for an export: the chosen ones, and all of them where further ones are made from the row. */
const fieldsRead = (m: ResourceRuntime, { columns }: ExportInput): readonly string[] | undefined => (m.options.exportAs || m.options.present ? undefined : [m.idField, ...columns])

type Asked = Pick<Action, 'db' | 'platform' | 'principal'>

/** A part of the rows, with what only the export has and names where ids stood. */
async function filled(asked: Asked, m: ResourceRuntime, { columns }: ExportInput, part: Row[]): Promise<Row[]> {
  const { db, principal } = asked
  const shown = await presented(m, asked, part)
  const whole = m.options.exportAs ? await m.options.exportAs.fill(db, shown, principal) : shown
  const named = await withNames(db, m, principal, columns, whole)
  return m.personal.length > 0 ? named.map((row) => maskedRow(m, row)) : named
}

/**
 * Exports what the filter matches, or the chosen rows: the file at once up to 5,000 rows, above that a job
 * whose `workId` goes with F00006. Each export is audited with its filter and its number of rows.
 */
export async function exportRows(m: ResourceRuntime, action: Action) {
  const { db, principal, request } = action
  const input = inputOf(m, action.input as Row)
  input.look = await lookOf(m, action, input.filters)
  const query = { filters: input.filters, ids: input.ids, look: input.look, listed: await m.options.listed?.(action.platform) }
  const total = await rows.countOf(db, m, principal, query)
  const reason = (action.input as { reason?: string | null }).reason ?? null
  const holdsPersonal = m.personal.some(([field]) => input.columns.includes(field))
  if (total > MAX_SHEET_ROWS) throw refuse.field('', `共 ${total} 行，超过一个工作簿能容纳的 ${MAX_SHEET_ROWS} 行，请缩小范围后再导出`)
  if (holdsPersonal && total > EXPORT_REASON_ABOVE && !reason) throw refuse.field('reason', `共 ${total} 行个人信息，请填写导出原因`)
  const call = m.contract.exportRows
  const { ids, look: _look, ...told } = input
  const entry = { recordType: m.entity.name, recordId: null, verb: 'export', reason, after: { ...told, ...(ids ? { chosen: ids.length } : {}), rowCount: total } }
  if (total <= EXPORT_NOW_LIMIT) {
    const all = await filled(action, m, input, await rows.rowsOf(db, m, principal, { ...query, sort: input.sort }, EXPORT_NOW_LIMIT, 0, fieldsRead(m, input)))
    action.audit(entry)
    return exportNow(await fileOf(db, m, principal, input), all)
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

async function fileOf(db: Db, m: ResourceRuntime, principal: Principal, input: ExportInput) {
  const { label, fileTitle: what = label } = m.contract.definition
  const filters = await namedFilters(db, principal, m.contract, input.filters)
  return { what, row: exportedRow(m), columns: input.columns, principal, filter: formatFilter(m, filters, input.ids?.length) }
}

/** The job behind a large export: reads with the person's rights as they are now, keeps the file, tells them. */
export const runExport = ({ workId }: { workId: string }, platform: Platform): Promise<void> => exported(workId, platform, (input) => input)

/** A job of an earlier version whose works hold an input of another form: `translated` makes it that of the resource's export. */
export const defineExportOfBefore = (job: string, translated: (input: Row) => Row): void => defineJob(job, ({ workId }: { workId: string }, platform: Platform) => exported(workId, platform, translated))

async function exported(workId: string, platform: Platform, translated: (input: Row) => Row): Promise<void> {
  const { db } = platform
  const begun = await work.startWork(db, workId)
  if (!begun) return
  const { resource, ...kept } = translated(begun.input as Row) as unknown as ExportInput & { resource: string }
  const m = runtimeNamed(resource)
  const access = m?.contract.definition.access.export
  const facts = await loadUserFacts(db, begun.user_id)
  const may = access?.kind !== 'permit' || facts?.principal.permits.has(access.code)
  if (!m || !facts || facts.accountStatus !== 'normal' || !may) return work.failWork(db, workId, '您已没有导出的权限')
  const principal: Principal = { ...facts.principal, sessionId: '' }
  // Of a work that an earlier version began: columns that no workbook shows any more are left out.
  const input = { ...kept, columns: exportColumns(m, kept.columns), listed: await m.options.listed?.(platform) }
  await exportInWork(platform, { workId, userId: principal.userId, label: m.contract.definition.label }, { ...(await fileOf(db, m, principal, input)), parts: () => partsOf({ db, platform, principal }, m, input) })
}

/** All rows in one snapshot, so that one changed meanwhile stands neither twice nor nowhere. */
async function* partsOf({ db, platform, principal }: Asked, m: ResourceRuntime, input: ExportInput & Pick<rows.RowQuery, 'listed'>): AsyncGenerator<Row[]> {
  const statement = (tx: Db) => rows.rowsStatement(tx, m, principal, input, fieldsRead(m, input))
  for await (const [part, tx] of eachPart<Row>(db, statement)) yield await filled({ db: tx, platform, principal }, m, input, part.map(rows.plain))
}

defineJob(JOB, runExport)
