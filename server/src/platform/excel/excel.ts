import { Worker } from 'node:worker_threads'
import type { ExcelReply, ExcelTask, SheetInput } from './worker'

/** Time after which a workbook that does not come is given up, and memory a worker may use, in MB. */
const TIMEOUT_MS = 120_000
const MEMORY_MB = 512

/**
 * Reads and writes workbooks in a worker thread with its own memory limit: a hostile file ends the
 * worker, not the server.
 */
function work(task: ExcelTask): Promise<ExcelReply> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerPath, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    const timer = setTimeout(() => {
      void worker.terminate()
      reject(new Error('the workbook took too long'))
    }, TIMEOUT_MS)
    worker.once('message', (reply: ExcelReply) => {
      clearTimeout(timer)
      resolve(reply)
    })
    worker.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
  })
}

let workerPath = ''

/** Where the bundled worker lies; told once at start, for tests bundle it elsewhere. */
export const setExcelWorker = (path: string): void => {
  workerPath = path
}

export type CellValue = string | number | boolean | null

/** Rows of the first sheet; each cell as text, empty cells as null. Throws ExcelError for a file that is none. */
export async function readSheet(bytes: Buffer, maxRows: number): Promise<CellValue[][]> {
  const reply = await work({ kind: 'read', bytes: new Uint8Array(bytes), maxRows })
  if (reply.kind === 'failed') throw new ExcelError(reply.reason)
  if (reply.kind !== 'rows') throw new ExcelError('unreadable')
  return reply.rows
}

/** A workbook of the given sheets. Text that begins with = + - @ is written as text and opens as text. */
export async function writeWorkbook(sheets: SheetInput[]): Promise<Buffer> {
  const reply = await work({ kind: 'write', sheets })
  if (reply.kind !== 'bytes') throw new ExcelError(reply.kind === 'failed' ? reply.reason : 'unwritable')
  return Buffer.from(reply.bytes)
}

export class ExcelError extends Error {
  override name = 'ExcelError'
  readonly reason: 'unreadable' | 'tooManyRows' | 'unwritable' | 'tooLarge'
  constructor(reason: 'unreadable' | 'tooManyRows' | 'unwritable' | 'tooLarge') {
    super(reason)
    this.reason = reason
  }
}

export type { SheetInput }
