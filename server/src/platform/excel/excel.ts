import { setImmediate as otherWork } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { refuse } from '../errors'
import { Turns } from '../turns'
import { TABLE_LIMITS, type CellValue, type TableFault } from './limits'
import type { ExcelReply, ExcelTask, RowsEnd, RowsPart, SheetInput } from './worker'

/**
 * What a worker gets. What comes in is somebody else's: little memory, and a time that a call's transaction can wait. What goes
 * out is our own and may be long.
 */
const READING = { memoryMb: 192, timeoutMs: 30_000 }
const WRITING = { memoryMb: 512, timeoutMs: 120_000 }
/** Two workers at a time. A call that waits may hold a connection of the database, so few wait, and not for long. */
const turns = new Turns({ atOnce: 2, waiting: 8, patienceMs: 15_000 })

interface Work {
  task: ExcelTask
  limits: typeof READING
  /** Sends what follows the task. */
  feed?: (worker: Worker) => Promise<void>
  onRows?: (rows: CellValue[][]) => void
}

/** Ends without an answer: out of memory or of time. */
class WorkerLost extends Error {
  override name = 'WorkerLost'
}

/**
 * Has a task done by a worker thread with a memory limit and a time limit of its own: a hostile file ends the worker, not the
 * server. The turn ends when the worker is gone. Throws WorkerLost, or what the worker threw.
 */
const work = ({ task, limits, feed, onRows }: Work): Promise<Exclude<ExcelReply, RowsPart>> =>
  turns.run(async () => {
    const worker = new Worker(workerPath, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16 } })
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Exclude<ExcelReply, RowsPart>>((resolve, reject) => {
        timer = setTimeout(() => reject(new WorkerLost('the workbook took too long')), limits.timeoutMs)
        worker.on('message', (reply: ExcelReply) => (reply.kind === 'part' ? onRows?.(reply.rows) : resolve(reply)))
        worker.once('error', (error: Error & { code?: string }) => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkerLost(error.message) : error))
        worker.once('exit', () => reject(new WorkerLost('the worker has ended')))
        feed?.(worker).catch(reject)
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
 * Rows of the csv file at a path, or of the first sheet of a workbook; empty cells are null. `maxRows` counts without the row of titles.
 * Throws ExcelError for a file that is none or has too much in it, and refuses as busy when too many are being read.
 */
export async function readTable(format: 'xlsx' | 'csv', path: string, maxRows: number): Promise<CellValue[][]> {
  const rows: CellValue[][] = []
  const reply = await work({
    task: { kind: 'read', format, path, maxRows },
    limits: READING,
    onRows: (part) => {
      for (const row of part) rows.push(row)
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
export const readRows = (format: 'xlsx' | 'csv', { path }: { path: string }, maxRows: number): Promise<CellValue[][]> =>
  readTable(format, path, maxRows).catch((error: unknown) => {
    throw error instanceof ExcelError ? refuse.field('file', SENTENCES[error.reason](maxRows)) : error
  })

/** Rows that are handed to the writer at a time. */
const PART = 1000

/**
 * A workbook of the given sheets. Text that begins with = + - @ is written as text and opens as text. Refused as busy when too many
 * are being made; a job waits its turn instead.
 */
export async function writeWorkbook(sheets: SheetInput[]): Promise<Buffer> {
  const reply = await work({
    task: { kind: 'write', sheets: sheets.map(({ rows: _rows, ...sheet }) => sheet) },
    limits: WRITING,
    feed: async (worker) => {
      for (const [sheet, { rows }] of sheets.entries()) {
        for (let at = 0; at < rows.length; at += PART) {
          worker.postMessage({ kind: 'part', sheet, rows: rows.slice(at, at + PART) } satisfies RowsPart)
          await otherWork()
        }
      }
      worker.postMessage({ kind: 'end' } satisfies RowsEnd)
    },
  }).catch((error: unknown) => {
    throw error instanceof WorkerLost ? refuse.field('', '内容过多，无法生成文件，请缩小范围后重试') : error
  })
  if (reply.kind !== 'bytes') throw new Error('the writer of workbooks answered no workbook')
  return Buffer.from(reply.bytes.buffer, reply.bytes.byteOffset, reply.bytes.byteLength)
}

export class ExcelError extends Error {
  override name = 'ExcelError'
  readonly reason: TableFault
  constructor(reason: TableFault) {
    super(reason)
    this.reason = reason
  }
}

export type { CellValue, SheetInput }
