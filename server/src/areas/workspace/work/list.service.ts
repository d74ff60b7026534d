import type * as calls from '@assoc/contract/rbac/work'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Action } from '../../../platform/resource/definition'
import * as repository from './list.repository'
import { findWork } from './repository'

/** Takes own work back; the job that does it sees so at its next step and leaves nothing. */
export async function cancel({ db, principal }: Pick<Action, 'db' | 'principal'>, workId: string, workStatus: WorkStatus) {
  if (!(await repository.cancelWork(db, principal.userId, workId))) throw refuse.badTransition()
  return { before: { workStatus }, after: { workStatus: 'cancelled' as const } }
}

/** Does own failed work, or an export that was taken back, again, with the person's rights as they are then. */
export async function retry({ db, principal, job }: Pick<Action, 'db' | 'principal' | 'job'>, workId: string, workStatus: WorkStatus) {
  const row = await repository.requeueWork(db, principal.userId, workId)
  if (!row) throw refuse.badTransition()
  if (!(await repository.rescheduleJob(db, workId))) await job(jobOf(row), { workId }, { maxAttempts: 3, key: `work:${workId}` })
  return { before: { workStatus }, after: { workStatus: 'queued' as const } }
}

async function own({ db, principal, input }: Pick<Action, 'db' | 'principal'> & { input: { workId: string } }) {
  const row = await findWork(db, principal.userId, input.workId)
  if (!row) throw refuse.notFound()
  return row.work_status
}

/** The same as calls of their own, for pages that carry work out and show it. */
export async function cancelWork(action: Context<typeof calls.cancelWork>) {
  const { workId } = action.input
  const told = await cancel(action, workId, await own(action))
  action.audit({ recordType: 'work', recordId: workId, verb: 'cancel', ...told })
  return told.after
}

export async function retryWork(action: Context<typeof calls.retryWork>) {
  const { workId } = action.input
  const told = await retry(action, workId, await own(action))
  action.audit({ recordType: 'work', recordId: workId, verb: 'retry', ...told })
  return told.after
}

type WorkStatus = Awaited<ReturnType<typeof own>>

// The one export of its time that was not of a mounted resource.
const COMPANY_EXPORT = 'member:exportCompany'

// Work bears the name of its job. Exports of earlier versions do not: those of mounted resources name theirs, that of companies names nothing.
const jobOf = ({ kind, input }: { kind: string; input: unknown }): string =>
  kind !== 'export' ? kind : (input as { resource?: string } | null)?.resource ? 'resource:export' : COMPANY_EXPORT
