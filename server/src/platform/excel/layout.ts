import { readXlsx, type Cell, type Sheet } from 'hucre/xlsx'
import { entriesOf, unpacked, validateWorkbook } from './archive'
import { TableRefused, type CellValue } from './limits'

// A workbook as it is drawn, for forms that come from one or were filled in in one. The reader makes a rectangle of every sheet, so what is
// read of it is bounded before: rows and columns beyond what a form may have are told, and nothing of them is read.

/** Most rows and columns that are read of a sheet: those of a form that is a table. */
export const BOOK_LIMITS = { rows: 2000, columns: 200, cells: 200_000, sheets: 50, entries: 2000, merges: 20_000, lists: 2000, options: 501 } as const

/** Places of a sheet, both ends included, counted from 0. */
export interface BookRange {
  top: number
  left: number
  bottom: number
  right: number
}
export interface BookCell {
  row: number
  column: number
  /** A day as `YYYY-MM-DD`; of a formula what the program had computed last. */
  value: CellValue
  formula?: string
  /** Number format, where it is not the general one. */
  format?: string
  align?: 'left' | 'center' | 'right'
  bold?: true
  /** It has a line round it, or a colour of its own: somebody drew it on purpose. */
  framed?: true
  /** It may be typed in although the sheet is protected. */
  open?: true
}
export interface BookRule {
  type: string
  ranges: BookRange[]
  /** Values of a list. */
  values?: string[]
  /** What a rule says that is no list that could be read. */
  source?: string
}
export interface BookSheet {
  name: string
  hidden: boolean
  locked: boolean
  cells: BookCell[]
  merges: BookRange[]
  rules: BookRule[]
  /** Millimetres by column and row; null as the program has it by itself. */
  widths: (number | null)[]
  heights: (number | null)[]
  printed?: BookRange
  /** Rows that stand again on each page. */
  heads?: [number, number]
  across: boolean
  /** First cell beyond what is read that has something in it. */
  beyond?: string
  pictures: number
  hiddenLines: number
  conditional: boolean
}
export interface Book {
  sheets: BookSheet[]
  macros: boolean
}

const SHEET = /^\/?xl\/worksheets\/[^/]+\.xml$/i
const NUMBERED = /sheet(\d{1,5})\.xml$/i
/** The reference in the tag of a cell. */
const CELL_AT = / r="([A-Z]{1,3})(\d{1,7})"/

/** Number of a column from its letters, counted from 0. */
export const columnOf = (letters: string): number => [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
export const columnName = (column: number): string => (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
export const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`

/** The workbook, or TableRefused. It is unpacked once for checking before anything of it is read. */
export async function bookOf(bytes: Uint8Array): Promise<Book> {
  await validateWorkbook(bytes)
  const entries = [...entriesOf(bytes)]
  if (entries.length > BOOK_LIMITS.entries || entries.some(({ flags }) => (flags & 1) !== 0)) throw new TableRefused('unreadable')
  const beyond: (string | undefined)[] = []
  let left: number = BOOK_LIMITS.cells
  for (const { name, method, packed } of entries) {
    if (!SHEET.test(name)) continue
    const seen = await cellsSeen(unpacked(method, packed))
    left -= seen.count
    if (left < 0) throw new TableRefused('tooLarge')
    beyond[Number(NUMBERED.exec(name)?.[1] ?? 0)] = seen.beyond
  }
  const book = await readXlsx(bytes, { readStyles: true, range: `A1:${columnName(BOOK_LIMITS.columns - 1)}${BOOK_LIMITS.rows}` })
  if (book.sheets.length > BOOK_LIMITS.sheets) throw new TableRefused('tooLarge')
  return { sheets: book.sheets.map((sheet, i) => sheetOf(sheet, book.sheets, beyond[i + 1])), macros: entries.some(({ name }) => /vbaProject\.bin$/i.test(name)) }
}

/** How many cells a sheet has, and the first with something in it that is beyond what is read. */
async function cellsSeen(parts: AsyncIterable<Uint8Array>): Promise<{ count: number; beyond?: string }> {
  const decoder = new TextDecoder()
  let [text, count] = ['', 0]
  let beyond: string | undefined
  for await (const part of parts) {
    text += decoder.decode(part, { stream: true })
    let rest = 0
    for (let at = text.indexOf('<c '); at >= 0; at = text.indexOf('<c ', rest)) {
      const end = text.indexOf('>', at)
      if (end < 0) break
      rest = end + 1
      count += 1
      const [, letters = '', row = ''] = beyond === undefined && text[end - 1] !== '/' ? (CELL_AT.exec(text.slice(at, end)) ?? []) : []
      if (letters !== '' && (columnOf(letters) >= BOOK_LIMITS.columns || Number(row) > BOOK_LIMITS.rows)) beyond = letters + row
    }
    const open = text.indexOf('<c ', rest)
    text = text.slice(open >= 0 ? open : Math.max(rest, text.length - 2))
    if (count > BOOK_LIMITS.cells) throw new TableRefused('tooLarge')
  }
  return { count, ...(beyond === undefined ? {} : { beyond }) }
}

const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/
/** A range as sheets write it, without the name of a sheet; undefined where it is none. */
export function rangeOf(text: string): BookRange | undefined {
  const found = RANGE.exec(text.trim())
  if (!found) return undefined
  const [, a = '', b = '1', c = a, d = b] = found
  const [x, y, u, v] = [columnOf(a), Number(b) - 1, columnOf(c), Number(d) - 1]
  return { top: Math.min(y, v), left: Math.min(x, u), bottom: Math.max(y, v), right: Math.max(x, u) }
}

const MM_OF_POINT = 25.4 / 72
/** Width in characters of the usual type to millimetres: seven pixels each and five for the margins. */
const mmOfChars = (chars: number): number => ((chars * 7 + 5) * 25.4) / 96
const rounded = (mm: number): number => Math.round(mm * 10) / 10

function sheetOf(sheet: Sheet, all: readonly Sheet[], beyond: string | undefined): BookSheet {
  const { rowDefs, columns = [], pageSetup, merges = [], dataValidations = [] } = sheet
  if (merges.length > BOOK_LIMITS.merges || dataValidations.length > BOOK_LIMITS.lists) throw new TableRefused('tooLarge')
  const cells: BookCell[] = []
  const rows = Math.min(BOOK_LIMITS.rows, Math.max(sheet.rows.length, ...[...(sheet.cells?.keys() ?? [])].map((at) => Number(at.split(',')[0]) + 1)))
  const taken = new Set<string>()
  for (const [at, cell] of sheet.cells ?? []) {
    const [row = 0, column = 0] = at.split(',').map(Number)
    const one = cellOf(cell, row, column, sheet.rows[row]?.[column])
    if (row < BOOK_LIMITS.rows && column < BOOK_LIMITS.columns && one) {
      cells.push(one)
      taken.add(at)
    }
  }
  sheet.rows.slice(0, BOOK_LIMITS.rows).forEach((line, row) => {
    line.slice(0, BOOK_LIMITS.columns).forEach((value, column) => {
      if (value !== null && value !== undefined && value !== '' && !taken.has(`${row},${column}`)) cells.push({ row, column, value: plainValue(value) })
    })
  })
  const printed = pageSetup?.printArea === undefined ? undefined : rangeOf(pageSetup.printArea)
  const heads = /^\$?(\d{1,7}):\$?(\d{1,7})$/.exec(pageSetup?.printTitlesRow ?? '')
  return {
    name: sheet.name,
    hidden: sheet.hidden === true || sheet.veryHidden === true,
    locked: sheet.protection !== undefined && sheet.protection.sheet !== false,
    cells,
    merges: merges.map(({ startRow, startCol, endRow, endCol }) => ({ top: startRow, left: startCol, bottom: endRow, right: endCol })),
    rules: dataValidations.map((rule) => ruleOf(rule, sheet, all)),
    widths: columns.slice(0, BOOK_LIMITS.columns).map(({ width }) => (width === undefined ? null : rounded(mmOfChars(width)))),
    heights: Array.from({ length: rows }, (_, row) => rowDefs?.get(row)?.height).map((points) => (points === undefined ? null : rounded(points * MM_OF_POINT))),
    ...(printed ? { printed } : {}),
    ...(heads ? { heads: [Number(heads[1]) - 1, Number(heads[2]) - 1] as [number, number] } : {}),
    across: pageSetup?.orientation === 'landscape',
    ...(beyond === undefined ? {} : { beyond }),
    pictures: (sheet.images?.length ?? 0) + (sheet.charts?.length ?? 0) + (sheet.textBoxes?.length ?? 0),
    hiddenLines: columns.filter(({ hidden }) => hidden).length + [...(rowDefs?.values() ?? [])].filter(({ hidden }) => hidden).length,
    conditional: (sheet.conditionalRules?.length ?? 0) > 0,
  }
}

type Rule = NonNullable<Sheet['dataValidations']>[number]
function ruleOf({ type, range, values, formula1 }: Rule, sheet: Sheet, all: readonly Sheet[]): BookRule {
  const ranges = range.split(/[\s,]/).slice(0, 1000).flatMap((one) => rangeOf(one) ?? [])
  const listed = type === 'list' ? (values ?? (formula1 === undefined ? undefined : valuesOf(formula1, sheet, all))) : undefined
  return { type, ranges, ...(listed ? { values: listed.map((one) => one.trim()).filter((one) => one !== '').slice(0, BOOK_LIMITS.options) } : formula1 === undefined ? {} : { source: formula1.slice(0, 200) }) }
}

/** Values that the source of a list names: written in it, or the cells of a range. */
function valuesOf(source: string, own: Sheet, all: readonly Sheet[]): string[] | undefined {
  const text = source.replace(/^=/, '')
  if (text.startsWith('"') && text.endsWith('"') && text.length > 1) return text.slice(1, -1).split(',')
  const mark = text.lastIndexOf('!')
  const name = mark < 0 ? undefined : text.slice(0, mark).replace(/^'|'$/g, '').replaceAll("''", "'")
  const range = rangeOf(text.slice(mark + 1))
  const sheet = name === undefined ? own : all.find((one) => one.name === name)
  if (!range || !sheet || range.right - range.left > BOOK_LIMITS.columns || range.bottom - range.top > BOOK_LIMITS.rows) return undefined
  const found: string[] = []
  for (let row = range.top; row <= range.bottom; row += 1) for (let column = range.left; column <= range.right; column += 1) found.push(String(sheet.rows[row]?.[column] ?? ''))
  return found
}

function plainValue(value: unknown): CellValue {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 10)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : value === null || value === undefined ? null : String(value)
}

function cellOf(cell: Cell, row: number, column: number, shown: unknown): BookCell | undefined {
  const { style, formula, formulaResult } = cell
  const horizontal = style?.alignment?.horizontal
  const borders = style?.border as Record<string, { style?: string } | undefined> | undefined
  const framed = ['top', 'bottom', 'left', 'right'].some((side) => (borders?.[side]?.style ?? 'none') !== 'none') || (style?.fill as { type?: string; pattern?: string } | undefined)?.pattern === 'solid'
  const value = plainValue(formula === undefined ? (cell.value ?? shown) : (formulaResult ?? cell.value))
  const format = style?.numFmt === undefined || style.numFmt === 'General' ? undefined : style.numFmt
  const open = style?.protection?.locked === false
  if ((value === null || value === '') && formula === undefined && !framed && !open && format === undefined) return undefined
  return {
    row,
    column,
    value: value === '' ? null : value,
    ...(formula === undefined ? {} : { formula }),
    ...(format === undefined ? {} : { format }),
    ...(horizontal === 'left' || horizontal === 'center' || horizontal === 'right' ? { align: horizontal } : {}),
    ...(style?.font?.bold ? { bold: true as const } : {}),
    ...(framed ? { framed: true as const } : {}),
    ...(open ? { open: true as const } : {}),
  }
}
