import type { Call } from '@assoc/contract'
import type { Context } from '../../../../platform/http/context'
import { insertWork } from '../../../../platform/work/work'
import type { StatementLine } from './parse'

export const READ_JOB = 'fee:statement'

/** A statement as its work keeps it. */
export interface ReadInput {
  fileName: string
  /** One of each account and serial. */
  lines: StatementLine[]
  problems: { row: number; message: string }[]
  /** Rows of the file, and how many of them could be read. */
  total: number
  read: number
}

/** Notes a statement as a work of the person; answers its id. */
export async function startReading({ db, who, audit, job }: Context<Call>, input: ReadInput): Promise<string> {
  const workId = await insertWork(db, READ_JOB, who.userId, `导入银行流水（${input.fileName}）`, input, input.lines.length)
  await job(READ_JOB, { workId }, { maxAttempts: 3, key: `work:${workId}` })
  audit({ recordType: 'work', recordId: workId, verb: 'import', after: { fileName: input.fileName, total: input.total } })
  return workId
}
