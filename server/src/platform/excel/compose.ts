import { writeXlsx, type Cell, type DataValidation, type WriteSheet } from 'hucre/xlsx'
import { cellName, columnName, type BookRange } from './layout'
import type { CellValue } from './limits'

// Workbooks that are drawn cell by cell: forms that are filled in offline.

export interface DrawnCell {
  row: number
  column: number
  value: CellValue
  /** A day is written as one, so that the program shows and sorts it as one. */
  day?: true
  format?: string
  align?: 'left' | 'center' | 'right'
  bold?: true
  /** May be typed in; all else of a protected sheet may not. */
  open?: true
}
export interface DrawnSheet {
  name: string
  /** Not shown by a program, nor offered to be. */
  hidden?: true
  cells: DrawnCell[]
  merges: BookRange[]
  /** Millimetres. */
  widths: number[]
  heights: number[]
  lists: { row: number; column: number; values: string[] }[]
  across?: boolean
  /** The first rows that stand again on each page. */
  heads?: number
}

const CHARS_OF_MM = 96 / 25.4 / 7
const POINTS_OF_MM = 72 / 25.4
/** Characters that a list may have that is written into its rule; longer ones stand on a sheet of their own. */
const WRITTEN_LIST = 250
const LISTS = '选项'
const FRAME = { style: 'thin', color: { rgb: 'FF8C8C8C' } } as const
const BORDER = { top: FRAME, bottom: FRAME, left: FRAME, right: FRAME }
const OPEN_FILL = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFFFFBE6' } } as const

/** Bytes of the workbook. Texts are written as texts whatever they begin with. */
export async function composed(sheets: readonly DrawnSheet[]): Promise<Uint8Array> {
  const long: string[][] = []
  const written = sheets.map((sheet) => writeSheet(sheet, long))
  if (long.length > 0) {
    const rows = Array.from({ length: Math.max(...long.map((one) => one.length)) }, (_, i) => long.map((one) => one[i] ?? null))
    written.push({ name: LISTS, rows, veryHidden: true, protection: { sheet: true } })
  }
  return writeXlsx({ sheets: written })
}

function writeSheet({ name, hidden, cells, merges, widths, heights, lists, across, heads }: DrawnSheet, long: string[][]): WriteSheet {
  const drawn = new Map<string, Partial<Cell>>()
  for (const { row, column, value, day, format, align, bold, open } of cells) {
    const written = day && typeof value === 'string' ? new Date(`${value}T00:00:00Z`) : value
    drawn.set(`${row},${column}`, {
      value: written,
      type: written === null ? 'empty' : written instanceof Date ? 'date' : typeof written === 'number' ? 'number' : typeof written === 'boolean' ? 'boolean' : 'string',
      style: {
        border: BORDER,
        alignment: { vertical: 'center', wrapText: true, ...(align ? { horizontal: align } : {}) },
        protection: { locked: open !== true },
        ...(bold ? { font: { bold: true } } : {}),
        ...(open ? { fill: OPEN_FILL } : {}),
        ...(day ? { numFmt: 'yyyy-mm-dd' } : format ? { numFmt: format } : {}),
      },
    })
  }
  return {
    name,
    rows: heights.map(() => []),
    cells: drawn,
    columns: widths.map((mm) => ({ width: Math.max(1, mm * CHARS_OF_MM - 0.7) })),
    rowDefs: new Map(heights.map((mm, row) => [row, { height: mm * POINTS_OF_MM }])),
    merges: merges.map(({ top, left, bottom, right }) => ({ startRow: top, startCol: left, endRow: bottom, endCol: right })),
    dataValidations: lists.map(({ row, column, values }): DataValidation => ({ type: 'list', range: cellName(row, column), allowBlank: true, showErrorMessage: true, errorTitle: '请从列表中选择', errorMessage: '只能填写列表中的选项', ...sourceOf(values, long) })),
    protection: { sheet: true, formatColumns: false, formatRows: false },
    pageSetup: { paperSize: 'a4', orientation: across ? 'landscape' : 'portrait', fitToPage: true, fitToWidth: 1, fitToHeight: 0, ...(heads ? { printTitlesRow: `$1:$${heads}` } : {}) },
    ...(hidden ? { veryHidden: true } : {}),
  }
}

/** Where a list stands: in its rule, or in a column of the sheet of lists, which is the same for the same list. */
function sourceOf(values: string[], long: string[][]): Pick<DataValidation, 'values' | 'formula1'> {
  if (values.join(',').length <= WRITTEN_LIST && values.every((one) => !/[,"]/.test(one))) return { values }
  const same = long.findIndex((one) => one.length === values.length && one.every((value, i) => value === values[i]))
  const at = same >= 0 ? same : long.push(values) - 1
  const column = columnName(at)
  return { formula1: `${LISTS}!$${column}$1:$${column}$${values.length}` }
}
