import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { Turns } from '../turns'
import type { CleanTask, StampReply, StampTask } from './stamp-worker'

/** A document is taken apart and written anew: of the worst ones memory and time end before the server's do. */
const LIMITS = { memoryMb: 768, timeoutMs: 30_000 }
// One at a time holds the whole of a document in memory; who waits longer is told to try again.
const turns = new Turns({ atOnce: 1, waiting: 20, patienceMs: 20_000 })

export type StampFault = 'encrypted' | 'unreadable' | 'tooLarge'

/** A PDF that cannot be stamped; `reason` says why. */
export class StampError extends Error {
  override name = 'StampError'
  readonly reason: StampFault
  constructor(reason: StampFault) {
    super(`the PDF cannot be stamped: ${reason}`)
    this.reason = reason
  }
}

let workerPath = ''

/** Where the bundled worker lies; told once at start, for tests bundle it elsewhere. */
export const setPdfWorker = (path: string): void => {
  workerPath = path
}

/** Has the worker stamp a document; throws StampError. The turn ends when the worker is gone. */
const work = (task: StampTask | CleanTask): Promise<number> =>
  turns.run(async () => {
    const worker = new Worker(workerPath, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: LIMITS.memoryMb, maxYoungGenerationSizeMb: 32 } })
    let timer: NodeJS.Timeout | undefined
    try {
      const reply = await new Promise<StampReply>((resolve, reject) => {
        timer = setTimeout(() => reject(new StampError('tooLarge')), LIMITS.timeoutMs)
        worker.once('message', resolve)
        worker.once('error', (error: Error & { code?: string }) => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new StampError('tooLarge') : error))
        worker.once('exit', () => reject(new StampError('tooLarge')))
      })
      if (reply.kind === 'failed') throw new StampError(reply.reason)
      return reply.pages
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  })

/**
 * Writes lines of text over every page of a PDF, aslant and pale, again and again, in a worker thread with limits of memory and time.
 * Answers the stamped document as a stream; its bytes rest in the system's folder for temporary files until it has been read or
 * destroyed. Throws StampError, or is refused as busy when too many wait.
 */
export async function stampPdf(source: NodeJS.ReadableStream, lines: readonly string[]): Promise<Readable> {
  const folder = join(tmpdir(), `stamp-${randomBytes(8).toString('hex')}`)
  await mkdir(folder, { mode: 0o700 })
  const gone = () => rm(folder, { recursive: true, force: true })
  try {
    const task = { input: join(folder, 'in.pdf'), output: join(folder, 'out.pdf'), lines }
    await pipeline(source, createWriteStream(task.input, { mode: 0o600 }))
    await work(task)
    const stamped = createReadStream(task.output)
    stamped.once('close', () => void gone())
    return stamped
  } catch (error) {
    await gone()
    throw error
  }
}

/** The document without properties, names beside notes and attached files, made in the same worker. Throws StampError, or is refused as busy when too many wait. */
export async function pdfWithoutProperties(bytes: Buffer): Promise<Buffer> {
  const folder = join(tmpdir(), `clean-${randomBytes(8).toString('hex')}`)
  await mkdir(folder, { mode: 0o700 })
  try {
    const task = { input: join(folder, 'in.pdf'), output: join(folder, 'out.pdf'), clean: true as const }
    await writeFile(task.input, bytes, { mode: 0o600 })
    await work(task)
    return await readFile(task.output)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
