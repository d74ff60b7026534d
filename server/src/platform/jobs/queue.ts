import { sql } from 'kysely'
import type { Db } from '../database/database'

export interface JobOptions {
  runAt?: Date
  /** Tries before the job becomes a dead letter; 5 when left out. */
  maxAttempts?: number
  /** A second job with the same key takes the first one's place while that has not begun. */
  key?: string
}

/** Queues a job with the given connection: in a transaction it exists exactly when the change does. */
export async function addJob(db: Db, name: string, payload: Record<string, unknown>, options: JobOptions = {}): Promise<void> {
  await sql`select graphile_worker.add_job(
    identifier => ${name}::text,
    payload => ${JSON.stringify(payload)}::json,
    run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? 5}::int,
    job_key => ${options.key ?? null}::text
  )`.execute(db)
}
