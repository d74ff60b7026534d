import { parentPort, workerData } from 'node:worker_threads'
import { streamXlsxRows, writeXlsx } from 'hucre/xlsx'
import { unpackedSize } from './zip-size'

export interface SheetInput {
  name: string
  header: string[]
  rows: (string | number | boolean | null)[][]
  /** Width of each column in characters. */
  widths?: number[]
  /** Columns, counted from 0, whose cells are chosen from a list. */
  lists?: { column: number; values: string[] }[]
}

export type ExcelTask =
  | { kind: 'read'; bytes: Uint8Array; maxRows: number }
  | { kind: 'write'; sheets: SheetInput[] }

export type ExcelReply =
  | { kind: 'rows'; rows: (string | number | boolean | null)[][] }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'failed'; reason: 'unreadable' | 'tooManyRows' | 'tooLarge' }

/** Bytes that a workbook may have when unpacked. */
const MAX_UNPACKED = 400 * 1024 * 1024

async function read(task: Extract<ExcelTask, { kind: 'read' }>): Promise<ExcelReply> {
  const size = unpackedSize(task.bytes)
  if (size === null) return { kind: 'failed', reason: 'unreadable' }
  if (size > MAX_UNPACKED) return { kind: 'failed', reason: 'tooLarge' }
  const rows: (string | number | boolean | null)[][] = []
  for await (const row of streamXlsxRows(task.bytes, { maxRows: task.maxRows + 2 })) {
    const cells = Array.isArray(row) ? row : ((row as { values?: unknown[] }).values ?? [])
    rows.push((cells as unknown[]).map(plain))
    if (rows.length > task.maxRows + 1) return { kind: 'failed', reason: 'tooManyRows' }
  }
  return { kind: 'rows', rows }
}

function plain(cell: unknown): string | number | boolean | null {
  if (cell === null || cell === undefined) return null
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean') return cell
  const value = (cell as { value?: unknown }).value
  return value === undefined ? String(cell) : plain(value)
}

async function write(task: Extract<ExcelTask, { kind: 'write' }>): Promise<ExcelReply> {
  const bytes = await writeXlsx({
    sheets: task.sheets.map((sheet) => ({
      name: sheet.name,
      columns: sheet.header.map((header, i) => ({ header, key: String(i), width: sheet.widths?.[i] ?? 18 })),
      data: sheet.rows.map((row) => Object.fromEntries(row.map((cell, i) => [String(i), cell]))),
      freezePane: { rows: 1 },
      ...(sheet.lists ? { dataValidations: sheet.lists.map(listOf) } : {}),
    })),
  } as never)
  return { kind: 'bytes', bytes }
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
  let reply: ExcelReply
  try {
    reply = task.kind === 'read' ? await read(task) : await write(task)
  } catch (error) {
    if (task.kind === 'write') throw error
    reply = { kind: 'failed', reason: 'unreadable' }
  }
  parentPort?.postMessage(reply)
}

void main()
