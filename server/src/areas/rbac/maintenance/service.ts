import { maintenanceJob, type runMaintenance as runCall, type selectMaintenanceJobs as jobsCall } from '@assoc/contract/rbac/maintenance'
import { iso } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Platform } from '../../../platform/platform'
import { jobOf, type JobCode } from './jobs'
import * as repository from './repository'

export const RUN_JOB = 'maintenance:run'

export async function selectMaintenanceJobs({ db }: Context<typeof jobsCall>) {
  const last = new Map((await repository.lastRuns(db)).map((r) => [r.job_code, r]))
  return maintenanceJob.keys.map((jobCode) => {
    const run = last.get(jobCode)
    return { jobCode, last: run ? { runStatus: run.run_status, createTime: iso(run.create_time), userName: run.user_name, result: run.result } : null }
  })
}

/** Puts a run into the queue. Requests for one job pass one by one, so that each sees what the one before has done. */
export async function runMaintenance({ db, principal, input, audit, job }: Context<typeof runCall>) {
  const { jobCode, reason } = input
  await repository.lockAsking(db, jobCode)
  if (await repository.takeRunning(db, jobCode)) await repository.endBrokenOff(db, jobCode)
  if (await repository.anyOpen(db, jobCode)) throw refuse.inUse(`「${maintenanceJob.labels[jobCode]}」正在执行，请等它结束`)
  const runId = await repository.insertRun(db, { jobCode, userId: principal.userId, userName: principal.realName, reason })
  await job(RUN_JOB, { runId }, { maxAttempts: 3 })
  audit({ recordType: 'maintenanceRun', recordId: runId, verb: 'run', reason, after: { jobCode } })
  return { runId }
}

/**
 * Does a run. The right to run stands and falls with the transaction that the job works in, so a process that dies
 * gives it up and leaves nothing half done; the queue then begins the run again. A job that fails is not repeated by itself.
 */
export async function doRun({ runId }: { runId: string }, platform: Platform): Promise<void> {
  const { db } = platform
  const run = await repository.startRun(db, runId)
  if (!run) return
  try {
    await db.transaction().execute(async (tx) => {
      if (!(await repository.takeRunning(tx, run.job_code))) return void (await repository.endRun(db, runId, { status: 'skipped', rows: null, result: '同一操作正在执行，本次跳过' }))
      await repository.allowLong(tx)
      const { rows, text, bad } = await jobOf(run.job_code as JobCode)(tx, platform)
      await repository.endRun(tx, runId, { status: bad ? 'failed' : 'done', rows, result: text })
    })
  } catch (error) {
    platform.log.error({ err: error, runId }, 'a maintenance job failed')
    await repository.endRun(db, runId, { status: 'failed', rows: null, result: '执行出错，数据没有改动；详情见服务器日志' })
  }
}
