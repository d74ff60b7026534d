import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { streamXlsxRows } from 'hucre/xlsx'
import { ZipFile } from 'yazl'
import { validateWorkbook } from './archive'
import { csvRows } from './csv'
import { composed, type DrawnSheet } from './compose'
import type { TableFormat } from './format'
import { htmlRows } from './html'
import { bookOf, type Book } from './layout'
import { validate, TableRefused, type CellValue, type TableFault } from './limits'
import { withTextsInCells } from './shared-texts'
import { sheetParts, workbookParts, type SheetHead } from './sheet-xml'

export type ExcelTask =
  | { kind: 'read'; format: TableFormat; path: string; maxRows: number }
  /** The rows follow in parts, a sheet after the other. */
  | { kind: 'write'; sheets: SheetHead[] }
  /** A whole workbook with its looks, for forms. */
  | { kind: 'layout'; bytes: Uint8Array }
  | { kind: 'compose'; sheets: DrawnSheet[] }

/** Rows on their way, in either direction: so many at a time that no message keeps an event loop for long. */
export type RowsPart = { kind: 'part'; rows: CellValue[][] }
/** To the writer: the sheet has no further rows. */
export type SheetEnd = { kind: 'end' }

export type ExcelReply =
  | RowsPart
  | { kind: 'done' }
  | { kind: 'failed'; reason: TableFault }
  /** A part was written: the next one may come. */
  | { kind: 'more' }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'book'; book: Book }

/** Rows and, about, characters of a part. */
const PART = { rows: 1000, chars: 200_000 }

const send = (reply: ExcelReply): void => parentPort?.postMessage(reply)

async function read({ format, path, maxRows }: Extract<ExcelTask, { kind: 'read' }>): Promise<void> {
  const validated = validate(maxRows)
  let [rows, chars]: [CellValue[][], number] = [[], 0]
  const flush = () => {
    if (rows.length > 0) send({ kind: 'part', rows })
    rows = []
    chars = 0
  }
  for await (const row of await rowsOf(format, path, maxRows)) {
    const cells = validated(row)
    rows.push(cells)
    for (const cell of cells) if (typeof cell === 'string') chars += cell.length
    if (rows.length >= PART.rows || chars >= PART.chars) flush()
  }
  flush()
  send({ kind: 'done' })
}

async function rowsOf(format: TableFormat, path: string, maxRows: number): Promise<AsyncIterable<CellValue[]> | Iterable<CellValue[]>> {
  if (format === 'csv') return csvRows(path)
  if (format === 'html') return htmlRows(path)
  // What reads old workbooks is large: it is loaded for them alone.
  if (format === 'xls') return (await import('./xls')).xlsRows(path, maxRows + 2)
  return workbookRows(path, maxRows)
}

async function* workbookRows(path: string, maxRows: number): AsyncGenerator<CellValue[]> {
  const bytes = readFileSync(path)
  await validateWorkbook(bytes)
  for await (const row of streamXlsxRows(await withTextsInCells(bytes), { maxRows: maxRows + 2 })) {
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

/** Writes a workbook as its rows come, and gives its bytes out as they are made: nothing of it is kept. */
async function write({ sheets }: Extract<ExcelTask, { kind: 'write' }>): Promise<void> {
  const next = incoming()
  const zip = new ZipFile()
  const ended = once(zip.outputStream, 'end')
  zip.on('error', (error) => (zip.outputStream as Readable).destroy(error as Error))
  zip.outputStream.on('data', (bytes: Buffer) => send({ kind: 'bytes', bytes }))
  for (const [path, xml] of workbookParts(sheets)) zip.addBuffer(Buffer.from(xml), path)
  for (const [i, sheet] of sheets.entries()) zip.addReadStream(Readable.from(sheetXml(sheet, sheets, next), { objectMode: false }), `xl/worksheets/sheet${i + 1}.xml`, { compressionLevel: PRESSED })
  zip.end()
  await ended
  send({ kind: 'done' })
}

/** How hard sheets are compressed: their repeating tags shrink nearly as well for a third of the work. */
const PRESSED = 3

async function* sheetXml(sheet: SheetHead, sheets: readonly SheetHead[], next: () => Promise<RowsPart | SheetEnd>): AsyncGenerator<Buffer> {
  const { before, row, after } = sheetParts(sheet, sheets)
  yield Buffer.from(before)
  let count = 0
  for (let part = await next(); part.kind === 'part'; part = await next()) {
    let text = ''
    for (const cells of part.rows) text += row(cells, ++count + 1)
    yield Buffer.from(text)
    send({ kind: 'more' })
  }
  yield Buffer.from(after(count))
}

/** What comes from the main thread, in its order. */
function incoming(): () => Promise<RowsPart | SheetEnd> {
  const held: (RowsPart | SheetEnd)[] = []
  let take: ((part: RowsPart | SheetEnd) => void) | undefined
  parentPort?.on('message', (part: RowsPart | SheetEnd) => {
    if (!take) return void held.push(part)
    take(part)
    take = undefined
  })
  return () => {
    const first = held.shift()
    return first ? Promise.resolve(first) : new Promise((resolve) => (take = resolve))
  }
}

async function main(): Promise<void> {
  const task = workerData as ExcelTask
  if (task.kind === 'write') return write(task)
  if (task.kind === 'compose') {
    send({ kind: 'bytes', bytes: await composed(task.sheets) })
    return send({ kind: 'done' })
  }
  try {
    if (task.kind === 'layout') send({ kind: 'book', book: await bookOf(task.bytes) })
    else return await read(task)
    send({ kind: 'done' })
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof TableRefused ? error.reason : 'unreadable' })
  }
}

void main()
