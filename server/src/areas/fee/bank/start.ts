import type { Call } from '@assoc/contract'
import type { Context } from '../../../platform/http/context'
import { insertWork } from '../../../platform/work/work'

export const READ_JOB = 'fee:statement'

/** What the work of booking a batch keeps. */
export interface ReadInput {
  batchId: string
}

/** Notes the booking of a batch as a work of the person; answers its id. `lines` are those to book. */
export async function startReading({ db, principal, audit, job }: Context<Call>, input: ReadInput, fileName: string, lines: number): Promise<string> {
  const workId = await insertWork(db, READ_JOB, principal.userId, `导入银行流水（${fileName}）`, input, lines)
  await job(READ_JOB, { workId }, { maxAttempts: 3, key: `work:${workId}` })
  audit({ recordType: 'work', recordId: workId, verb: 'import', after: { fileName, lines } })
  return workId
}
