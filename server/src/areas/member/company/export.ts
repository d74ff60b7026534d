import { CODE, labelOf, metaOf, shapeOf, type InputOf } from '@assoc/contract'
import { companyRow, vacantPost } from '@assoc/contract/member/company'
import type * as calls from '@assoc/contract/member/company'
import { EXPORT_NOW_LIMIT } from '@assoc/contract/platform/work'
import { loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import { writeAudit } from '../../../platform/audit/audit'
import { eachPart } from '../../../platform/database/cursor'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { addJob } from '../../../platform/jobs/queue'
import type { Platform } from '../../../platform/platform'
import type { Row } from '../../../platform/resource/definition'
import { exportInWork, exportNow } from '../../../platform/resource/export-file'
import * as work from '../../../platform/work/work'
import { industryWord } from '../records/industry'
import { countMatching, exportStatement } from './list.repository'

export const EXPORT_JOB = 'member:exportCompany'
const EXPORT_PERMIT = 'member:company:export'
type ExportInput = InputOf<typeof calls.exportCompany>

const ALL_COLUMNS = Object.keys(companyRow.shape).filter((k) => !['companyId', 'version', 'abilities'].includes(k))

/**
 * Exports what the filter matches: the file at once up to 5,000 rows, above that a job whose `workId` goes with F00006.
 * Each export is audited with its filter and its number of rows.
 */
export async function exportCompany({ db, principal, input, request, audit }: Context<typeof calls.exportCompany>) {
  const { sort: _sort, columns: _columns, ...filters } = input
  const total = await countMatching(db, principal, filters)
  const entry = { recordType: 'company', recordId: null, verb: 'export', after: { ...actionOf(input), rowCount: total } }
  if (total <= EXPORT_NOW_LIMIT) {
    const rows: Row[] = []
    for await (const part of partsOf(db, principal, input)) rows.push(...part)
    audit(entry)
    return exportNow(await fileOf(db, principal, input), rows)
  }
  const frame = {
    userId: principal.userId,
    userName: principal.realName,
    ip: request.ip,
    requestId: request.id,
    path: '/member/company/exportCompany',
    title: '导出公司',
  }
  const workId = await db.transaction().execute(async (tx) => {
    const id = await work.insertWork(tx, EXPORT_JOB, principal.userId, '导出公司', input, total)
    await addJob(tx, EXPORT_JOB, { workId: id }, { maxAttempts: 3 })
    // The answer is a refusal, which notes nothing by itself.
    await writeAudit(tx, frame, [entry])
    return id
  })
  throw new Refusal(CODE.silent, `共 ${total} 行，已转为后台导出，完成后会通知您`, { workId })
}

// What the audit keeps of the request: the filter as it was, the choice of rows as a number.
const actionOf = ({ companyIds, ...input }: ExportInput) => ({
  ...Object.fromEntries(Object.entries(input).filter(([, v]) => v !== undefined && v !== null)),
  ...(companyIds ? { chosen: companyIds.length } : {}),
})

/** The job behind a large export: reads with the person's rights as they are now, keeps the file, tells them. */
export async function runExport({ workId }: { workId: string }, platform: Platform): Promise<void> {
  const { db } = platform
  const row = await work.startWork(db, workId)
  if (!row) return
  const facts = await loadUserFacts(db, row.user_id)
  if (!facts || facts.accountStatus !== 'normal' || !facts.principal.permits.has(EXPORT_PERMIT)) return work.failWork(db, workId, '您已没有导出公司的权限')
  const principal: Principal = { ...facts.principal, sessionId: '' }
  const input = row.input as ExportInput
  await exportInWork(platform, { workId, userId: principal.userId, label: '公司' }, { ...(await fileOf(db, principal, input)), parts: () => partsOf(db, principal, input) })
}

const columnsOf = ({ columns = ALL_COLUMNS }: ExportInput): readonly string[] => columns

/** All companies in one snapshot, so that one changed meanwhile stands neither twice nor nowhere. */
async function* partsOf(db: Db, principal: Principal, input: ExportInput): AsyncGenerator<Row[]> {
  const { sort, columns: _columns, ...filters } = input
  for await (const [part] of eachPart(db, (tx) => exportStatement(tx, principal, filters, sort, columnsOf(input)))) yield part
}

async function fileOf(db: Db, principal: Principal, input: ExportInput) {
  return { what: '公司', row: companyRow, columns: columnsOf(input), principal, filter: await formatFilter(db, input), widths: { companyName: 36 } }
}

async function formatFilter(db: Db, input: ExportInput): Promise<string> {
  const labels = shapeOf(companyRow) ?? {}
  const parts = (['companyType', 'board', 'jurisdiction', 'listStatus'] as const).flatMap((key) => {
    const [value, meta] = [input[key], labels[key] && metaOf(labels[key])]
    return value ? [`${meta?.label ?? key}：${meta?.options?.[value] ?? value}`] : []
  })
  for (const field of ['csrcIndustry', 'swIndustry'] as const) {
    const code = input[field]
    if (code) parts.push(`${labelOf(companyRow, field)}：${await industryWord(db, field, code)}`)
  }
  if (input.vacancy) parts.push(`岗位空缺：${vacantPost.labels[input.vacancy]}`)
  if (input.keyword) parts.unshift(`关键字：${input.keyword}`)
  if (input.stockCodes?.length) parts.push(`证券代码：${input.stockCodes.join('、')}`)
  if (input.listDateFrom || input.listDateTo) parts.push(`上市日期：${input.listDateFrom ?? ''} 至 ${input.listDateTo ?? ''}`)
  if (input.companyIds) parts.push(`选中 ${input.companyIds.length} 家`)
  return parts.join('；') || '全部'
}
