import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import type { FileStore } from '../files/store'
import { Turns } from '../turns'
import type { Probed, ProbeReply, ProbeTask } from './probe-worker'

/** Films come from outside: of the worst ones memory and time end before the server's do. */
const LIMITS = { memoryMb: 512, timeoutMs: 60_000 }
/** Bytes that are read at a time, and how often: what a player must know of four hours takes some ten megabytes. */
const READ_BYTES = 1024 * 1024
const MOST_READS = 256
const turns = new Turns({ atOnce: 1, waiting: 20, patienceMs: 20_000 })

let workerPath = ''

/** Where the bundled worker lies; told once at start, for tests bundle it elsewhere. */
export const setMediaWorker = (path: string): void => {
  workerPath = path
}

/** Length and codecs of an mp4 file, of which only the parts that tell them are read; null for what cannot be read as one. */
export const probe = (files: Pick<FileStore, 'read'>, { key, size }: { key: string; size: number }): Promise<Probed | null> =>
  turns.run(async () => {
    const worker = new Worker(workerPath, { stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: LIMITS.memoryMb, maxYoungGenerationSizeMb: 32 } })
    let timer: NodeJS.Timeout | undefined
    try {
      const ended = new Promise<null>((resolve, reject) => {
        timer = setTimeout(() => resolve(null), LIMITS.timeoutMs)
        worker.once('error', (error: Error & { code?: string }) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(null) : reject(error)))
        worker.once('exit', () => resolve(null))
      })
      const ask = (task: ProbeTask) =>
        new Promise<ProbeReply>((resolve) => {
          worker.once('message', resolve)
          worker.postMessage(task)
        })
      const work = async (): Promise<Probed | null> => {
        let at = 0
        for (let reads = 0; at < size && reads < MOST_READS; reads += 1) {
          const bytes = await buffer(files.read(key, { from: at, to: Math.min(size, at + READ_BYTES) - 1 }))
          const reply = await ask({ at, bytes })
          if (reply.kind !== 'more') return reply.kind === 'done' ? reply.found : null
          // Never backwards: a box that says so is none.
          at = Math.max(reply.at, at + (reply.at > at ? 0 : bytes.length))
        }
        const last = await ask({ end: true })
        return last.kind === 'done' ? last.found : null
      }
      return await Promise.race([work(), ended])
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  })
