import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../database/database'

/** Milliseconds between two signs of life. */
const BEAT_MS = 5_000
/** Seconds without a sign of life after which a process counts as dead; several beats, so that a slow moment is none. */
const DEAD_SECONDS = 30

/**
 * Tells the database that this process lives and which workers it runs, and takes the jobs of dead
 * processes out of their hands. Without it a job whose process was killed would stay locked for the
 * queue's four hours. A job may so begin a second time: each must bear that.
 */
export class JobProcess {
  private readonly processId = randomUUID()
  private readonly workerIds = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  private beating: Promise<void> | undefined
  /** performance.now() until which the others' silence says nothing, as nobody could be heard. */
  private deafUntil = 0
  private readonly db: Db
  private readonly log: Logger

  constructor(db: Db, log: Logger) {
    this.db = db
    this.log = log
  }

  addWorker(workerId: string): void {
    this.workerIds.add(workerId)
  }

  async start(): Promise<void> {
    await this.beat()
    this.timer = setInterval(() => {
      this.beating ??= this.beat()
        .catch((error: unknown) => {
          this.deafUntil = performance.now() + DEAD_SECONDS * 1000
          this.log.warn({ err: error }, 'no sign of life of this job process')
        })
        .finally(() => (this.beating = undefined))
    }, BEAT_MS)
  }

  /** The workers so far have ended: what they still hold is set free, and new ones may be added. */
  async renew(): Promise<void> {
    const ids = [...this.workerIds]
    if (ids.length > 0) await sql`select graphile_worker.force_unlock_workers(${ids}::text[])`.execute(this.db)
    for (const id of ids) this.workerIds.delete(id)
  }

  private async beat(): Promise<void> {
    const ids = [...this.workerIds]
    await sql`insert into job_process (process_id, worker_ids) values (${this.processId}, ${ids}::text[])
      on conflict (process_id) do update set worker_ids = excluded.worker_ids, seen_time = now()`.execute(this.db)
    if (performance.now() < this.deafUntil) return
    const freed = await sql<{ worker_ids: string[] }>`
      delete from job_process where seen_time < now() - make_interval(secs => ${DEAD_SECONDS}) returning worker_ids`.execute(this.db)
    const dead = freed.rows.flatMap((r) => r.worker_ids)
    if (dead.length === 0) return
    await sql`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(this.db)
    this.log.warn({ workers: dead }, 'jobs of a dead process were set free')
  }

  /** Leaves the list; called when the workers have come to rest. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.beating
    // While the database is away nothing can be said: the others notice by the silence.
    await sql`delete from job_process where process_id = ${this.processId}`.execute(this.db).catch(() => undefined)
  }
}
