import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { streamXlsxRows, writeXlsx } from 'hucre/xlsx'
import { validateWorkbook } from './archive'
import { csvRows } from './csv'
import { validate, TableRefused, type CellValue, type TableFault } from './limits'

export interface SheetInput {
  name: string
  header: string[]
  rows: CellValue[][]
  /** Width of each column in characters. */
  widths?: number[]
  /** Columns, counted from 0, whose cells are chosen from a list. */
  lists?: { column: number; values: string[] }[]
}

export type ExcelTask =
  | { kind: 'read'; format: 'xlsx' | 'csv'; path: string; maxRows: number }
  /** The rows follow in parts. */
  | { kind: 'write'; sheets: Omit<SheetInput, 'rows'>[] }

/** Rows on their way, in either direction: so many at a time that no message keeps an event loop for long. */
export type RowsPart = { kind: 'part'; sheet: number; rows: CellValue[][] }
/** To the writer: all rows are there. */
export type RowsEnd = { kind: 'end' }

export type ExcelReply = RowsPart | { kind: 'done' } | { kind: 'bytes'; bytes: Uint8Array } | { kind: 'failed'; reason: TableFault }

/** Rows and, about, characters of a part. */
const PART = { rows: 1000, chars: 200_000 }

const send = (reply: ExcelReply, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(reply, transfer)

async function read({ format, path, maxRows }: Extract<ExcelTask, { kind: 'read' }>): Promise<void> {
  const validated = validate(maxRows)
  let [rows, chars]: [CellValue[][], number] = [[], 0]
  const flush = () => {
    if (rows.length > 0) send({ kind: 'part', sheet: 0, rows })
    rows = []
    chars = 0
  }
  for await (const row of format === 'csv' ? csvRows(path) : workbookRows(path, maxRows)) {
    const cells = validated(row)
    rows.push(cells)
    for (const cell of cells) if (typeof cell === 'string') chars += cell.length
    if (rows.length >= PART.rows || chars >= PART.chars) flush()
  }
  flush()
  send({ kind: 'done' })
}

async function* workbookRows(path: string, maxRows: number): AsyncGenerator<CellValue[]> {
  const bytes = readFileSync(path)
  await validateWorkbook(bytes)
  for await (const row of streamXlsxRows(bytes, { maxRows: maxRows + 2 })) {
    const cells = Array.isArray(row) ? row : ((row as { values?: unknown[] }).values ?? [])
    yield (cells as unknown[]).map(plain)
  }
}

function plain(cell: unknown): CellValue {
  if (cell === null || cell === undefined) return null
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean') return cell
  const value = (cell as { value?: unknown }).value
  return value === undefined ? String(cell) : plain(value)
}

async function write({ sheets }: Extract<ExcelTask, { kind: 'write' }>): Promise<void> {
  const rows = await received(sheets.length)
  const bytes = await writeXlsx({
    sheets: sheets.map((sheet, at) => ({
      name: sheet.name,
      columns: sheet.header.map((header, i) => ({ header, key: String(i), width: sheet.widths?.[i] ?? 18 })),
      data: rows[at]?.map((row) => Object.fromEntries(row.map((cell, i) => [String(i), cell]))),
      freezePane: { rows: 1 },
      ...(sheet.lists ? { dataValidations: sheet.lists.map(listOf) } : {}),
    })),
  } as never)
  send({ kind: 'bytes', bytes }, bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [])
}

/** The rows of each sheet, once all of them have come. */
function received(sheets: number): Promise<CellValue[][][]> {
  const rows: CellValue[][][] = Array.from({ length: sheets }, () => [])
  return new Promise((resolve) => {
    parentPort?.on('message', (message: RowsPart | RowsEnd) => {
      if (message.kind === 'part') for (const row of message.rows) rows[message.sheet]?.push(row)
      else resolve(rows)
    })
  })
}

const LIST_ROWS = 5001
const letter = (column: number): string => (column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))) + String.fromCharCode(65 + (column % 26))

const listOf = ({ column, values }: { column: number; values: string[] }) => ({
  type: 'list',
  values,
  allowBlank: true,
  showErrorMessage: true,
  errorTitle: '请从列表中选择',
  errorMessage: '此列只能填写下拉列表中的内容',
  range: `${letter(column)}2:${letter(column)}${LIST_ROWS}`,
})

async function main(): Promise<void> {
  const task = workerData as ExcelTask
  if (task.kind === 'write') return write(task)
  try {
    await read(task)
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof TableRefused ? error.reason : 'unreadable' })
  }
}

void main()
