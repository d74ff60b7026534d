import { statementPart, type readStatementColumns as readCall } from '@assoc/contract/fee/bank'
import { refuse } from '../../../platform/errors'
import { readRows, type CellValue } from '../../../platform/excel/excel'
import { onlyTable } from '../../../platform/excel/format'
import type { Context } from '../../../platform/http/context'
import { accountAbove, knownColumns, text, TITLE_ROWS, type BankLayout, type Part } from './layout'
import { MAX_LINES } from './limits'
import type { MappedColumn, Remembered } from './mapping.repository'

type Cells = readonly (readonly CellValue[])[]

/** Rows that show what stands in the columns. */
const SAMPLES = 5

/** Titles of a row, each of which is there once; a column without one is called by its place. */
export function titlesAt(row: readonly CellValue[]): string[] {
  const seen = new Map<string, number>()
  return Array.from(row, (cell, i) => {
    const title = text(cell) || `第 ${i + 1} 列`
    const nth = (seen.get(title) ?? 0) + 1
    seen.set(title, nth)
    return nth > 1 ? `${title}（${nth}）` : title
  })
}

const isWord = (cell: CellValue) => text(cell) !== '' && !/\d{3}/.test(text(cell))

/** The row that looks most like titles: the first of those with the most words. */
function titleRowOf(rows: Cells): number {
  const words = rows.slice(0, TITLE_ROWS).map((row) => Array.from(row).filter(isWord).length)
  const most = Math.max(0, ...words)
  return most < 3 ? -1 : words.indexOf(most)
}

/** Where the parts stand that were mapped by hand; null where no row has all the titles. */
export function mappedLayout(rows: Cells, columns: readonly MappedColumn[], account: string | null): BankLayout | null {
  for (const [i, row] of rows.slice(0, TITLE_ROWS).entries()) {
    const titles = titlesAt(row)
    if (!columns.every(({ title }) => titles.includes(title))) continue
    const at: Partial<Record<Part, number[]>> = {}
    for (const { title, field } of columns) at[field] = [...(at[field] ?? []), titles.indexOf(title)]
    return { from: i + 1, header: Array.from(row, text), columns: at, account: accountAbove(rows.slice(0, i)) ?? account, own: false }
  }
  return null
}

/** What a mapping must name so that lines can be read and told apart. */
export function validate(columns: readonly MappedColumn[], account: string | null, above: string | null): void {
  const has = (...parts: Part[]) => parts.some((part) => columns.some((c) => c.field === part))
  if (!has('time', 'day')) throw refuse.field('mapping', '请为交易时间选择一列')
  if (!has('payer')) throw refuse.field('mapping', '请为付款户名选择一列')
  if (!has('income', 'amount')) throw refuse.field('mapping', '请为收入金额选择一列')
  if (!has('serial', 'balance')) throw refuse.field('mapping', '请为流水号选择一列；没有流水号时选择余额，用来区分各笔')
  if (!has('account') && !account && !above) throw refuse.field('account', '文件中没有账号，请填写收款账号')
}

/** The layout by what was said of an account's statements before; null where none fits, or those of several accounts do and the file does not say whose it is. */
export function rememberedLayout(rows: Cells, known: readonly Remembered[]): BankLayout | null {
  const fitting = known.flatMap((one) => {
    const layout = mappedLayout(rows, one.columns, one.given ? one.account : null)
    return layout && (layout.columns.account || layout.account) ? [{ one, layout }] : []
  })
  const [first] = fitting
  if (!first) return null
  const said = first.layout.columns.account || !first.one.given || first.layout.account !== first.one.account
  return said || fitting.length === 1 ? first.layout : null
}

/** The columns of a file whose layout is not known, each with what stands in its first rows, and what is read of a line. */
export async function readStatementColumns({ files }: Context<typeof readCall>) {
  const { file, format } = onlyTable(files)
  const rows = await readRows(format, file, MAX_LINES)
  const at = titleRowOf(rows)
  if (at < 0) throw refuse.field('file', '没有找到列名。请选择网银导出的流水文件，其中一行须是各列的名称')
  const titles = titlesAt(rows[at] ?? [])
  const below = rows.slice(at + 1).filter((row) => row.some((cell) => text(cell) !== '')).slice(0, SAMPLES)
  const known = knownColumns(rows[at] ?? [])
  return {
    account: accountAbove(rows.slice(0, at)),
    titles: titles.map((title, i) => ({ title, sample: below.map((row) => text(row[i])).find(Boolean)?.slice(0, 30) ?? '' })),
    columns: statementPart.options.map(({ value, label }) => ({ field: value, label, required: value === 'time' || value === 'payer', title: titles[known[value]?.[0] ?? -1] ?? null })),
    rows: below.map((row) => titles.map((_title, i) => text(row[i]).slice(0, 60))),
  }
}
