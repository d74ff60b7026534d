import { EventEmitter } from 'node:events'
import { Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Platform } from '../platform'
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

/** Starts doing jobs. A job that throws is tried again with growing pauses, at last kept as a dead letter. */
export async function startWorker(platform: Platform): Promise<Worker> {
  // The worker wants to be sure that a broken connection of the pool does not end the process.
  platform.pool.on('connect', (client) => client.on('error', () => undefined))
  const taskList: TaskList = {}
  for (const [name, handler] of handlers) {
    taskList[name] = async (payload) => {
      await handler(payload as never, platform)
    }
  }
  const living = new JobProcess(platform.db, platform.log)
  const events: WorkerEvents = new EventEmitter()
  // Jobs are locked in the name of the pool, not of one of its workers.
  events.on('pool:create', ({ workerPool }) => living.addWorker(workerPool.id))
  const runner = await run({
    events,
    pgPool: platform.pool,
    taskList,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    crontab: schedules.map((s) => `${s.cron} ${s.name}`).join('\n'),
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') platform.log.warn({ job: true }, message)
    }),
  })
  await living.start()
  return {
    stop: async () => {
      await runner.stop()
      await living.stop()
    },
  }
}
