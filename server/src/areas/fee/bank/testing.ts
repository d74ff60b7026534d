import { importStatement } from '@assoc/contract/fee/bank'
import { confirmBatch } from '@assoc/contract/fee/bank-statement'
import type { Session, TestServer } from '../../../../test/harness'

export const HEAD = '账号,流水号,交易时间,付款户名,金额,附言'

/** A statement as csv. */
export const csv = (...lines: string[]) => ({ name: '流水.csv', bytes: Buffer.from([HEAD, ...lines].join('\r\n')) })

/** Reads a statement and confirms it as it is shown; answers what the confirmation answers, or the refusal of the reading. */
export async function book(server: TestServer, given: { name: string; bytes: Buffer }, as: Session) {
  const read = await server.upload(importStatement, {}, given, as)
  return read.data?.batchId ? server.call(confirmBatch, { batchId: read.data.batchId }, { as }) : (read as never)
}
