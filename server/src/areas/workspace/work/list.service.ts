import type * as calls from '@assoc/contract/rbac/work'
import { iso, isoOrNull } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import * as repository from './list.repository'
import { findWork } from './repository'

const DAY_MS = 86_400_000

// The machinery moves work from status to status; these are what its owner may do themselves.
const ABILITIES: Record<string, string[]> = { queued: ['cancel'], running: ['cancel'], done: ['download'], failed: ['retry'] }

/** The person's own work, newest first. */
export async function selectWorkByPage({ db, principal, input, platform }: Context<typeof calls.selectWorkByPage>) {
  const [{ items, total }, keepDays] = await Promise.all([repository.listWork(db, principal.userId, input), platform.settings.parameter('work.keepDays')])
  return {
    total,
    items: items.map((row) => ({
      workId: row.work_id,
      title: row.title,
      workStatus: row.work_status,
      doneRows: row.done_rows,
      totalRows: row.total_rows,
      fileName: row.file_name,
      errorMessage: row.error_message,
      createTime: iso(row.create_time),
      finishTime: isoOrNull(row.finish_time),
      expireTime: row.work_status === 'done' && row.finish_time ? iso(new Date(row.finish_time.getTime() + keepDays * DAY_MS)) : null,
      abilities: row.work_status === 'cancelled' && repository.isExport(row.kind) ? ['retry'] : (ABILITIES[row.work_status] ?? []).filter((verb) => verb !== 'download' || row.file_name !== null),
    })),
  }
}

/** Takes own work back; the job that does it sees so at its next step and leaves nothing. */
export async function cancelWork({ db, principal, input, audit }: Context<typeof calls.cancelWork>) {
  const row = await findWork(db, principal.userId, input.workId)
  if (!row) throw refuse.notFound()
  if (!(await repository.cancelWork(db, principal.userId, input.workId))) throw refuse.badTransition()
  audit({ recordType: 'work', recordId: input.workId, verb: 'cancel', before: { workStatus: row.work_status }, after: { workStatus: 'cancelled' } })
  return { workStatus: 'cancelled' as const }
}

/** Does own failed work, or an export that was taken back, again, with the person's rights as they are then. */
export async function retryWork({ db, principal, input, audit, job }: Context<typeof calls.retryWork>) {
  const found = await findWork(db, principal.userId, input.workId)
  if (!found) throw refuse.notFound()
  const row = await repository.requeueWork(db, principal.userId, input.workId)
  if (!row) throw refuse.badTransition()
  if (!(await repository.rescheduleJob(db, input.workId))) await job(jobOf(row), { workId: input.workId }, { maxAttempts: 3, key: `work:${input.workId}` })
  audit({ recordType: 'work', recordId: input.workId, verb: 'retry', before: { workStatus: found.work_status }, after: { workStatus: 'queued' } })
  return { workStatus: 'queued' as const }
}

// The one export of its time that was not of a mounted resource.
const COMPANY_EXPORT = 'member:exportCompany'

// Work bears the name of its job. Exports of earlier versions do not: those of mounted resources name theirs, that of companies names nothing.
const jobOf = ({ kind, input }: { kind: string; input: unknown }): string =>
  kind !== 'export' ? kind : (input as { resource?: string } | null)?.resource ? 'resource:export' : COMPANY_EXPORT
