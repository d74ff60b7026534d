import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'
import './tables'

// Two kinds of advisory locks, each with the job's name: one for asking, held for the moment of asking, one for running.
const ASKING = 7316020
const RUNNING = 7316021

/** Minutes after which a run that nobody is doing counts as broken off. */
const BROKEN_OFF_MINUTES = 15

/** Lets one request at a time ask for a job; the lock goes with the transaction. */
export const lockAsking = (tx: Db, jobCode: string) => sql`select pg_advisory_xact_lock(${ASKING}, hashtext(${jobCode}))`.execute(tx)

/** Takes the right to run a job, for the length of the transaction; false when another run has it. */
export async function takeRunning(tx: Db, jobCode: string): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${RUNNING}, hashtext(${jobCode})) as got`.execute(tx)
  return rows[0]?.got === true
}

/** Whether a run of the job waits or is under way. */
export const anyOpen = (db: Db, jobCode: string): Promise<boolean> =>
  db
    .selectFrom('maintenance_run')
    .select('run_id')
    .where('job_code', '=', jobCode)
    .where('run_status', 'in', ['queued', 'running'])
    .limit(1)
    .executeTakeFirst()
    .then((row) => row !== undefined)

/** Ends old runs that nobody is doing any more, such as those of a process that was killed for good; to be called with the right to run. */
export const endBrokenOff = (tx: Db, jobCode: string) =>
  tx
    .updateTable('maintenance_run')
    .set({ run_status: 'failed', result: '执行中断', finish_time: sql<Date>`now()` })
    .where('job_code', '=', jobCode)
    .where('run_status', 'in', ['queued', 'running'])
    .where('create_time', '<', sql<Date>`now() - make_interval(mins => ${BROKEN_OFF_MINUTES}::int)`)
    .execute()

export async function insertRun(tx: Db, run: { jobCode: string; userId: string; userName: string; reason: string }): Promise<string> {
  const { run_id } = await tx
    .insertInto('maintenance_run')
    .values({ job_code: run.jobCode, user_id: run.userId, user_name: run.userName, reason: run.reason })
    .returning('run_id')
    .executeTakeFirstOrThrow()
  return run_id
}

/** Marks a run begun, again after its process died; undefined when it is over. */
export const startRun = (db: Db, runId: string) =>
  db
    .updateTable('maintenance_run')
    .set({ run_status: 'running', start_time: sql<Date>`clock_timestamp()` })
    .where('run_id', '=', runId)
    .where('run_status', 'in', ['queued', 'running'])
    .returning('job_code')
    .executeTakeFirst()

export const endRun = (db: Db, runId: string, end: { status: 'done' | 'failed' | 'skipped'; rows: number | null; result: string }) =>
  db
    .updateTable('maintenance_run')
    .set({ run_status: end.status, rows_touched: end.rows, result: end.result, finish_time: sql<Date>`clock_timestamp()` })
    .where('run_id', '=', runId)
    .execute()

/** The last run of each job. */
export const lastRuns = (db: Db) =>
  db
    .selectFrom('maintenance_run')
    .distinctOn('job_code')
    .select(['job_code', 'run_status', 'create_time', 'user_name', 'result'])
    .orderBy('job_code')
    .orderBy('create_time', (o) => o.desc().nullsLast())
    .orderBy('run_id', 'desc')
    .execute()

/** What readers see in place of columns; a run is written by the server alone and has no versions. */
export const computed: Record<string, RawBuilder<unknown>> = {
  version: sql`1`,
  rowsTouched: sql`t.rows_touched::int`,
  durationMs: sql`round(extract(epoch from t.finish_time - t.start_time) * 1000)::int`,
}

/** Work of half an hour is fine here; lists are not allowed that much. */
export const allowLong = (tx: Db) => sql`set local statement_timeout = '30min'`.execute(tx)
