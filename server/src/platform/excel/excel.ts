import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { refuse } from '../errors'
import { breather, Turns } from '../turns'
import type { TableFormat } from './format'
import { TABLE_LIMITS, type CellValue, type TableFault } from './limits'
import type { SheetHead } from './sheet-xml'
import type { DrawnSheet } from './compose'
import type { Book } from './layout'
import type { ExcelReply, ExcelTask, RowsPart, SheetEnd } from './worker'

/**
 * What a worker gets. What comes in is somebody else's: little memory, and a time that a call's transaction can wait. What goes
 * out is our own and may be long; there the time counts from the last sign of life.
 */
const READING = { memoryMb: 192, timeoutMs: 30_000, fromLastSign: false }
const WRITING = { memoryMb: 128, timeoutMs: 60_000, fromLastSign: true }
/** Two workers at a time. A call that waits may hold a connection of the database, so few wait, and not for long. */
const turns = new Turns({ atOnce: 2, waiting: 8, patienceMs: 15_000 })

type Answer = Extract<ExcelReply, { kind: 'done' | 'failed' }>

interface Work {
  task: ExcelTask
  limits: typeof READING
  /** What comes before the answer. */
  onReply: (reply: Exclude<ExcelReply, Answer>) => void
  /** What is done beside the worker, such as sending what follows the task; it ends by itself when the worker does. */
  beside?: (worker: Worker) => Promise<void>
}

/** Ends without an answer: out of memory or of time. */
class WorkerLost extends Error {
  override name = 'WorkerLost'
}

/**
 * Has a task done by a worker thread with a memory limit and a time limit of its own: a hostile file ends the worker, not the
 * server. The turn ends when the worker is gone. Throws WorkerLost, or what the worker threw.
 */
const work = ({ task, limits, beside, onReply }: Work): Promise<Answer> =>
  turns.run(async () => {
    const worker = new Worker(workerPath, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16 } })
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Answer>((resolve, reject) => {
        timer = setTimeout(() => reject(new WorkerLost('the workbook took too long')), limits.timeoutMs)
        worker.on('message', (reply: ExcelReply) => {
          if (limits.fromLastSign) timer?.refresh()
          if (reply.kind === 'done' || reply.kind === 'failed') resolve(reply)
          else onReply(reply)
        })
        worker.once('error', (error: Error & { code?: string }) => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkerLost(error.message) : error))
        worker.once('exit', () => reject(new WorkerLost('the worker has ended')))
        beside?.(worker).catch(reject)
      })
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  })

let workerPath = ''

/** Where the bundled worker lies; told once at start, for tests bundle it elsewhere. */
export const setExcelWorker = (path: string): void => {
  workerPath = path
}

/**
 * Rows of the csv file at a path, of the tables of a page, or of the first sheet of a workbook; empty cells are null. `maxRows` counts without the row of titles.
 * Throws ExcelError for a file that is none or has too much in it, and refuses as busy when too many are being read.
 */
export async function readTable(format: TableFormat, path: string, maxRows: number): Promise<CellValue[][]> {
  const rows: CellValue[][] = []
  const reply = await work({
    task: { kind: 'read', format, path, maxRows },
    limits: READING,
    onReply: (part) => {
      if (part.kind === 'part') for (const row of part.rows) rows.push(row)
    },
  }).catch((error: unknown) => {
    throw error instanceof WorkerLost ? new ExcelError('tooLarge') : error
  })
  if (reply.kind === 'failed') throw new ExcelError(reply.reason)
  return rows
}

const grouped = (n: number): string => n.toLocaleString('zh-CN')
const SENTENCES: Record<TableFault, (maxRows: number) => string> = {
  unreadable: () => '文件无法读取，可能已损坏或有密码',
  tooManyRows: (maxRows) => `一次最多 ${grouped(maxRows)} 行，请拆分后再上传`,
  tooLarge: () => '文件内容过多，无法读取，请拆分后再上传',
  tooWide: () => `最多 ${TABLE_LIMITS.columns} 列，请删去多余的列后再上传`,
  longCell: () => `有单元格超过 ${grouped(TABLE_LIMITS.cellChars)} 个字，请修改后再上传`,
}

/** Rows of an uploaded table; see readTable. A file that cannot be read or has too much in it is refused at the field `file`. */
export const readRows = (format: TableFormat, { path }: { path: string }, maxRows: number): Promise<CellValue[][]> =>
  readTable(format, path, maxRows).catch((error: unknown) => {
    throw error instanceof ExcelError ? refuse.field('file', SENTENCES[error.reason](maxRows)) : error
  })

/** What is read of a file as a workbook with its looks, whatever its size was before. */
const BOOK_ROWS = 2000

/** A workbook as it is drawn: cells with their formats, merges, lists, sizes. Refused at the field `file` where it is none or has too much in it. */
export async function readBook(bytes: Uint8Array): Promise<Book> {
  let book: Book | undefined
  const reply = await work({ task: { kind: 'layout', bytes }, limits: READING, onReply: (part) => void (part.kind === 'book' && (book = part.book)) }).catch((error: unknown) => {
    throw error instanceof WorkerLost ? refuse.field('file', SENTENCES.tooLarge(BOOK_ROWS)) : error
  })
  if (reply.kind === 'failed' || !book) throw refuse.field('file', SENTENCES[reply.kind === 'failed' ? reply.reason : 'unreadable'](BOOK_ROWS))
  return book
}

/** A workbook that is drawn cell by cell, for forms that are filled in offline. */
export async function drawWorkbook(sheets: readonly DrawnSheet[]): Promise<Buffer> {
  let bytes: Uint8Array = new Uint8Array()
  await work({ task: { kind: 'compose', sheets: [...sheets] }, limits: WRITING, onReply: (part) => void (part.kind === 'bytes' && (bytes = part.bytes)) })
  return Buffer.from(bytes)
}

/** A sheet with its rows, which are asked for when the sheets before it are written. */
export interface StreamedSheet extends SheetHead {
  /** Parts of the rows, best some hundred in each. */
  parts: () => AsyncIterable<CellValue[][]> | Iterable<CellValue[][]>
}

export interface SheetInput extends SheetHead {
  rows: CellValue[][]
}

/** Rows that are handed to the writer at a time. */
const PART = 500
/** Parts that the writer may have before it. */
const AHEAD = 3
/** Bytes of the finished file that wait to be taken before no further rows are asked for. */
const HELD_BYTES = 4 * 1024 * 1024

/**
 * Writes a workbook as its rows come and hands its bytes to `take` as they are made, so that neither rows nor file are ever in memory as
 * a whole. Text that begins with = + - @ is written as text and opens as text. Refused as busy when too many are being made; a job waits
 * its turn instead. What `take` throws, or what the rows throw, ends it.
 */
export async function streamWorkbook<T>(sheets: readonly StreamedSheet[], take: (bytes: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
  let wake: () => void = () => undefined
  const bytes = new Readable({ read: () => wake(), highWaterMark: HELD_BYTES })
  // Who takes the bytes hears of a failure by them; nobody else listens.
  bytes.on('error', () => wake())
  let ahead = 0
  const may = async () => {
    while ((ahead >= AHEAD || bytes.readableLength >= HELD_BYTES) && !bytes.destroyed) await new Promise<void>((resolve) => (wake = resolve))
    if (bytes.destroyed) throw bytes.errored ?? new Error('nobody takes the workbook any more')
  }
  const feed = async (worker: Worker) => {
    const breathe = breather()
    for (const { parts } of sheets) {
      for await (const rows of parts()) {
        await may()
        await breathe()
        ahead += 1
        worker.postMessage({ kind: 'part', rows } satisfies RowsPart)
      }
      worker.postMessage({ kind: 'end' } satisfies SheetEnd)
    }
  }
  let feeding: Promise<void> | undefined
  const taken = take(bytes)
  // Who stops taking lets nobody wait for them.
  taken.catch((error: unknown) => void bytes.destroy(error as Error))
  const writing = work({
    task: { kind: 'write', sheets: sheets.map(({ parts: _parts, ...head }) => headOf(head)) },
    limits: WRITING,
    onReply: (reply) => {
      if (reply.kind === 'bytes') bytes.push(reply.bytes)
      else if (reply.kind === 'more') ahead -= 1
      wake()
    },
    beside: (worker) => (feeding = feed(worker)),
  }).then(
    () => void bytes.push(null),
    (error: unknown) => void bytes.destroy(error instanceof WorkerLost ? refuse.field('', '内容过多，无法生成文件，请缩小范围后重试') : (error as Error)),
  )
  try {
    return await taken
  } finally {
    bytes.destroy()
    wake()
    await writing
    // What the rows are read from is let go of before anybody goes on.
    await feeding?.catch(() => undefined)
  }
}

const headOf = ({ name, header, widths, formats, filter, lists }: SheetHead): SheetHead => ({ name, header, ...(widths ? { widths } : {}), ...(formats ? { formats } : {}), ...(filter ? { filter } : {}), ...(lists ? { lists } : {}) })

/** Rows in parts, as the writer takes them. */
export function* inParts<T>(rows: readonly T[], size = PART): Generator<T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

/** A workbook of the given sheets, for those that are small enough to be held; see streamWorkbook. */
export const writeWorkbook = (sheets: readonly SheetInput[]): Promise<Buffer> =>
  streamWorkbook(
    sheets.map(({ rows, ...head }) => ({ ...head, parts: () => inParts(rows) })),
    async (bytes) => {
      const held: Buffer[] = []
      for await (const part of bytes) held.push(part)
      return Buffer.concat(held)
    },
  )

export class ExcelError extends Error {
  override name = 'ExcelError'
  readonly reason: TableFault
  constructor(reason: TableFault) {
    super(reason)
    this.reason = reason
  }
}

export type { CellValue }
