import iconv from 'iconv-lite'
import type { CellValue } from '../../../platform/excel/excel'

/** A text that a spreadsheet would take for a formula; a written number is none. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** A cell as text: one that would begin a formula has an apostrophe before it, as a workbook has it by its type. */
function cellText(value: CellValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as lines of a file whose cells are divided by commas. */
export const csvLines = (rows: readonly (readonly CellValue[])[]): string => rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

export type Encoding = 'utf8' | 'gb18030'

/** Before the first line: what tells spreadsheets that a file is UTF-8. */
export const markOf = (encoding: Encoding): string => (encoding === 'utf8' ? '\uFEFF' : '')

export const encoded = (text: string, encoding: Encoding): Buffer => (encoding === 'utf8' ? Buffer.from(text) : iconv.encode(text, 'gb18030'))
