import { EventEmitter } from 'node:events'
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { openDatabase } from '../database/database'
import type { Platform } from '../platform'
import { asJob } from '../turns'
import { JobProcess } from './processes'

export type JobHandler = (payload: never, platform: Platform) => Promise<void>

const handlers = new Map<string, JobHandler>()
const schedules: { name: string; cron: string }[] = []

/**
 * Registers a job by name. Nothing else can be run: a name that nobody registered stays in the queue.
 * `cron` (five fields, UTC) makes it run on a schedule as well.
 */
export function defineJob<P>(name: string, handler: (payload: P, platform: Platform) => Promise<void>, cron?: string): void {
  if (!/^[a-zA-Z][a-zA-Z0-9:-]*$/.test(name)) throw new Error(`${name} is no name of a job: use letters, digits, colons and dashes`)
  handlers.set(name, handler as JobHandler)
  if (cron) schedules.push({ name, cron })
}

export interface Worker {
  /** Lets running jobs come to their end. */
  stop(): Promise<void>
}

const CONCURRENCY = 2
/** The queue's own connections: one listens, one gives signs of life, the others fetch and settle jobs. Callers of the API cannot use them up. */
const CONNECTIONS = CONCURRENCY + 2
/** Milliseconds before the queue is begun again after it has ended by itself, doubled each time up to the last. */
const FIRST_PAUSE_MS = 1_000
const LAST_PAUSE_MS = 30_000

/**
 * Starts doing jobs. A job that throws is tried again with growing pauses, at last kept as a dead letter. While the database is
 * away the queue waits for it; should it give up, it is begun again.
 */
export async function startWorker(platform: Platform): Promise<Worker> {
  const { log } = platform
  const own = openDatabase(platform.config.databaseUrl, CONNECTIONS)
  const living = new JobProcess(own.db, log)
  let runner: Runner
  let stopping: (() => void) | undefined
  try {
    runner = await begin(platform, own.pool, living)
    await living.start()
  } catch (error) {
    await own.close().catch(() => undefined)
    throw error
  }
  const stopped = new Promise<void>((resolve) => (stopping = resolve))
  let active = true
  const keeping = (async () => {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
      await runner.promise.catch((error: unknown) => log.error({ err: error, job: true }, 'the queue has ended'))
      if (!active) return
      log.error({ job: true, pause }, 'the queue has ended by itself and is begun again')
      const fresh = await beginAgain(pause)
      if (!fresh) return
      runner = fresh
    }
  })()

  async function beginAgain(pause: number): Promise<Runner | null> {
    while (active) {
      await Promise.race([new Promise((resolve) => setTimeout(resolve, pause)), stopped])
      if (!active) return null
      try {
        await living.renew()
        return await begin(platform, own.pool, living)
      } catch (error) {
        log.warn({ err: error, job: true }, 'the queue cannot be begun yet')
      }
    }
    return null
  }

  return {
    stop: async () => {
      active = false
      stopping?.()
      // Refuses when it has ended by itself at this very moment.
      await runner.stop().catch(() => undefined)
      await keeping
      await living.stop()
      await own.close().catch(() => undefined)
    },
  }
}

async function begin(platform: Platform, pgPool: pg.Pool, living: JobProcess): Promise<Runner> {
  const taskList: TaskList = {}
  for (const [name, handler] of handlers) {
    taskList[name] = async (payload) => {
      await asJob(() => handler(payload as never, platform))
    }
  }
  const events: WorkerEvents = new EventEmitter()
  // Jobs are locked in the name of the pool, not of one of its workers.
  events.on('pool:create', ({ workerPool }) => living.addWorker(workerPool.id))
  return run({
    events,
    pgPool,
    taskList,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 2_000,
    // That a job is done is told the database again and again while it is away; without these only once, and an error then ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    crontab: schedules.map((s) => `${s.cron} ${s.name}`).join('\n'),
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') platform.log.warn({ job: true }, message)
    }),
  })
}
