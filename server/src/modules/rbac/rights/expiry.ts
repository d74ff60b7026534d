import type { Context } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { Call } from '@assoc/contract'

const JOB = 'rights:end'

/**
 * Makes an end date hold when it comes: who is signed in then has her rights read anew. Without it they would
 * hold until the server process reads them again by itself, up to a minute later.
 */
export async function endOnTime(job: Context<Call>['job'], expiresAt: string | null): Promise<void> {
  if (expiresAt) await job(JOB, {}, { runAt: new Date(expiresAt), key: `${JOB}:${Date.parse(expiresAt)}` })
}

defineJob(JOB, async (_payload: object, { db, revocations }) => {
  await revocations.announce(db, { kind: 'all' })
})
