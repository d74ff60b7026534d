import { CODE, labelOf, metaOf, shapeOf, type InputOf } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import { companyRow, vacantPost } from '@assoc/contract/member/company'
import type * as calls from '@assoc/contract/member/company'
import { EXPORT_NOW_LIMIT } from '@assoc/contract/platform/work'
import { loadUserFacts } from '../../../platform/access/load-principal'
import type { Principal } from '../../../platform/access/principal'
import { writeAudit } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { Refusal } from '../../../platform/errors'
import { writeWorkbook, type CellValue } from '../../../platform/excel/excel'
import { keepFile } from '../../../platform/files/store'
import type { Context } from '../../../platform/http/context'
import { addJob } from '../../../platform/jobs/queue'
import type { Platform } from '../../../platform/platform'
import { exportName, XLSX } from '../../../platform/resource/workbook'
import * as work from '../../../platform/work/work'
import { industryWord } from '../records/industry'
import { countMatching, rowsFrom, type CompanyListRow } from './list.repository'
import { asRow } from './view'

export const EXPORT_JOB = 'member:exportCompany'
const EXPORT_PERMIT = 'member:company:export'
/** Rows read at a time. */
const CHUNK = 5000

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
    const rows = await rowsFrom(db, principal, filters, input.sort, EXPORT_NOW_LIMIT, 0)
    audit(entry)
    return { fileName: exportName('公司'), contentType: XLSX, body: await workbook(db, rows, principal, input) }
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
  try {
    const facts = await loadUserFacts(db, row.user_id)
    if (!facts || facts.accountStatus !== 'normal' || !facts.principal.permits.has(EXPORT_PERMIT)) {
      return await work.failWork(db, workId, '您已没有导出公司的权限')
    }
    const principal: Principal = { ...facts.principal, sessionId: '' }
    const input = row.input as ExportInput
    const rows = await readAll(platform, workId, principal, input)
    const bytes = await workbook(db, rows, principal, input)
    const keepDays = await platform.settings.parameter('work.keepDays')
    await db.transaction().execute(async (tx) => {
      const fileId = await keepFile(tx, platform.files, {
        fileName: exportName('公司'),
        contentType: XLSX,
        bytes,
        ownerType: 'work',
        ownerId: workId,
        createBy: principal.userId,
      })
      await work.finishWork(tx, {
        workId,
        userId: principal.userId,
        fileId,
        rows: rows.length,
        notice: { title: '导出完成', content: `公司导出已完成，共 ${rows.length} 行。文件保留 ${keepDays} 天。`, link: '/systemManage/exportJob' },
      })
    })
  } catch (error) {
    await work.failWork(db, workId, '导出失败，系统会自动重试')
    throw error
  }
}

async function readAll(platform: Platform, workId: string, principal: Principal, input: ExportInput): Promise<CompanyListRow[]> {
  const rows: CompanyListRow[] = []
  // One snapshot, so that a company changed meanwhile stands neither twice nor nowhere.
  await platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      for (;;) {
        const chunk = await rowsFrom(tx, principal, input, input.sort, CHUNK, rows.length)
        rows.push(...chunk)
        if (!(await work.tellProgress(platform.db, workId, rows.length))) return
        if (chunk.length < CHUNK) return
      }
    })
  return rows
}

/** The rows under the contract's titles, enumerations as labels; a second sheet says who exported what and when. */
async function workbook(db: Db, rows: readonly CompanyListRow[], principal: Principal, input: ExportInput): Promise<Buffer> {
  const columns = input.columns ?? ALL_COLUMNS
  const shape = shapeOf(companyRow) ?? {}
  const metas = columns.map((key) => (shape[key] ? metaOf(shape[key]) : {}))
  const cells = rows.map((row) => {
    const shown = asRow(row, principal) as unknown as Record<string, string | number | null>
    return columns.map((key, i): CellValue => {
      const value = shown[key] ?? null
      if (metas[i]?.show === 'instant' && typeof value === 'string') return localTime(new Date(value))
      return metas[i]?.options?.[String(value)] ?? value
    })
  })
  return writeWorkbook([
    {
      name: '公司',
      header: columns.map((key) => labelOf(companyRow, key)),
      rows: cells,
      widths: columns.map((key) => (key === 'companyName' ? 36 : 16)),
    },
    {
      name: '导出说明',
      header: ['项目', '内容'],
      rows: [
        ['导出人', `${principal.realName}（${principal.loginName}）`],
        ['导出时间', localTime(new Date())],
        ['行数', rows.length],
        ['筛选条件', await formatFilter(db, input)],
      ],
      widths: [14, 60],
    },
  ])
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
