import type * as calls from '@assoc/contract/member/stock-list'
import { refuse } from '../../../platform/errors'
import { writeWorkbook } from '../../../platform/excel/excel'
import type { Context, FileAnswer } from '../../../platform/http/context'
import { XLSX } from '../../../platform/resource/workbook'
import * as repository from './repository'

const REASON = '错误说明'

/** The uploaded columns with the reason as the last one; only rows that cannot be written. */
export async function downloadStockListErrors({ db, principal, input }: Context<typeof calls.downloadStockListErrors>): Promise<FileAnswer> {
  const batch = await repository.findBatch(db, input.batchId, principal.userId)
  if (!batch) throw refuse.notFound()
  // A file that is corrected and refused again carries the column already.
  const header = batch.header.at(-1) === REASON ? batch.header.slice(0, -1) : batch.header
  const rows = await repository.refusedRows(db, input.batchId)
  const cells = rows.map((row) => [...header.map((_, i) => row.cells[i] ?? null), row.error_message])
  const body = await writeWorkbook([{ name: '错误行', header: [...header, REASON], rows: cells, widths: [...header.map(() => 16), 48] }])
  return { fileName: `${batch.file_name.replace(/\.[a-z]{3,4}$/i, '')}_错误行.xlsx`, contentType: XLSX, body }
}

const EXPLAINED: [title: string, required: string, rule: string][] = [
  ['证券代码', '必填', '6 位数字，须与板块一致；也认「A股代码」'],
  ['证券简称', '必填', '不超过 32 个字；也认「A股简称」'],
  ['公司全称', '选填', '新增公司没有全称时先以简称登记，标为「全称待补」，补全之前不按名称核销会费'],
  ['板块', '选填', '主板、科创板、创业板、北交所'],
  ['上市日期', '新增时必填', '2026-01-31、2026/1/31 或 20260131；也认「A股上市日期」'],
  ['总股本', '选填', '单位：股，可带千位逗号；也认「A股总股本」'],
  ['所属行业', '选填', '以门类字母开头，例如 C 制造业；行业字典中没有的代码不写入'],
  ['申万行业', '选填', '以 6 位代码开头，例如 270000 电子；申万行业字典中没有的代码不写入'],
]

/** An empty list with the accepted titles, and a sheet that explains them. */
export async function downloadStockListTemplate(): Promise<FileAnswer> {
  const body = await writeWorkbook([
    { name: '证券列表', header: EXPLAINED.map(([title]) => title), rows: [] },
    { name: '填写说明', header: ['列', '是否必填', '说明'], rows: EXPLAINED.map((row) => [...row]), widths: [14, 14, 60] },
  ])
  return { fileName: '证券列表导入模板.xlsx', contentType: XLSX, body }
}
