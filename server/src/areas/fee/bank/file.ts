import { IMPORT_REASON } from '@assoc/contract'
import { refuse } from '../../../platform/errors'
import { readRows, writeWorkbook } from '../../../platform/excel/excel'
import { onlyTable } from '../../../platform/excel/format'
import type { FileAnswer, UploadedFile } from '../../../platform/http/context'
import { XLSX } from '../../../platform/resource/workbook'
import { bankLayoutOf } from './layout'
import { MAX_LINES } from './limits'
import { mappedLayout, rememberedLayout, validate } from './mapping'
import type { MappedColumn, Remembered } from './mapping.repository'
import { parseStatement, TITLES, type Problem, type Statement } from './parse'

/** How a file is to be read: as somebody says by hand, or as its layout, or what was said of the account before, tells. */
export interface Reading {
  mapped: { columns: readonly MappedColumn[]; account: string | null } | null
  known: () => Promise<readonly Remembered[]>
}

/** The statement of the one file that was sent; a file that is none is refused with what is wrong with it. */
export async function statementOf(files: readonly UploadedFile[], { mapped, known }: Reading): Promise<{ fileName: string; statement: Statement }> {
  const { file, format } = onlyTable(files)
  const rows = await readRows(format, file, MAX_LINES)
  const layout = mapped ? mappedLayout(rows, mapped.columns, mapped.account) : (bankLayoutOf(rows) ?? rememberedLayout(rows, await known()))
  if (mapped) validate(mapped.columns, mapped.account, layout?.account ?? null)
  const statement = layout && (await parseStatement(rows, layout))
  if (!statement) throw refuse.field('layout', '没有找到表头：须有账号、流水号（或余额）、交易时间、付款户名（或对方户名）、金额（或收入、贷方发生额）')
  if (statement.total === 0) throw refuse.field('file', '文件中没有数据行')
  return { fileName: file.fileName, statement }
}

/** Rows that cannot be read as a sheet of the file's own form; corrected, it can be read as it is. */
export function problemSheet(header: readonly string[], problems: readonly Problem[]) {
  // What a former reading said of the rows is said anew.
  const kept = header.map((title, i) => ({ title, i })).filter(({ title }) => title !== IMPORT_REASON)
  return {
    name: '无法读取的行',
    header: [...kept.map((k) => k.title), IMPORT_REASON],
    rows: problems.map((p) => [...kept.map((k) => p.cells[k.i] ?? null), `第 ${p.row} 行：${p.message}`]),
    widths: [...kept.map(() => 20), 50],
  }
}

const EXPLAINED = [
  ['账号', '必填', '收款账号，与流水号一起识别同一笔流水'],
  ['流水号', '必填', '银行流水号，同一账号同一流水号只入账一次'],
  ['交易时间', '必填', '例如 2026-03-05 09:30:00'],
  ['付款户名', '必填', '与会员公司全称完全一致时拟核销会费，确认后入账'],
  ['金额', '必填', '单位：元，最多两位小数，只填收入'],
  ['附言', '选填', '转账附言，供人工认领时参考；提到培训、会议等而未提会费的，拟转入待认领'],
]

/** An empty statement with its titles, and a sheet that explains them. */
export async function downloadStatementTemplate(): Promise<FileAnswer> {
  const body = await writeWorkbook([
    { name: '银行流水', header: [...TITLES], rows: [], widths: TITLES.map(() => 20) },
    { name: '填写说明', header: ['列', '是否必填', '说明'], rows: EXPLAINED, widths: [14, 14, 60] },
  ])
  return { fileName: '银行流水导入模板.xlsx', contentType: XLSX, body }
}
