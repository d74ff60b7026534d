import { readFileSync } from 'node:fs'
import { read, set_cptable, SSF, type CellObject } from '@e965/xlsx'
import * as codepages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { TABLE_LIMITS, TableRefused, type CellValue } from './limits'
import { clockOfSerial, dayOfSerial } from './serial'

// Workbooks before Unicode keep their texts in the code page of the machine.
set_cptable(codepages)

/**
 * Rows of the first sheet of an old workbook, the binary one of Excel 97 to 2003. Days and clocks are texts, as they are when a
 * newer workbook is read. The library holds the sheet as a whole: no more than `maxRows` rows of it, and the worker's memory, bound it.
 */
export function* xlsRows(path: string, maxRows: number): Generator<CellValue[]> {
  const bytes = readFileSync(path)
  if (bytes.length > TABLE_LIMITS.unpacked) throw new TableRefused('tooLarge')
  const book = read(bytes, { type: 'buffer', dense: true, sheets: 0, sheetRows: maxRows, cellFormula: false, cellHTML: false, cellText: false, cellNF: true })
  const name = book.SheetNames[0]
  const sheet = name === undefined ? undefined : book.Sheets[name]
  const rows: (CellObject | undefined)[][] = sheet?.['!data'] ?? []
  for (let i = 0; i < rows.length; i++) yield [...(rows[i] ?? [])].map(plain)
}

function plain(cell: CellObject | undefined): CellValue {
  const value = cell?.v
  if (cell === undefined || value === undefined || cell.t === 'e') return null
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value !== 'number' || !cell.z || !SSF.is_date(String(cell.z))) return value
  return Number.isInteger(value) ? dayOfSerial(value) : value < 1 ? value : clockOfSerial(value)
}
