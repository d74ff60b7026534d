import * as calls from '@assoc/contract/fee/bank'
import * as statement from '@assoc/contract/fee/bank-statement'
import { sinceDay, untilDay } from '../../../platform/database/day'
import { handle } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import { mountResource } from '../../../platform/resource/mount'
import { fen } from '../found.repository'
import * as batch from './batch'
import { downloadStatementTemplate } from './file'
import { readStatementColumns } from './mapping'
import { readStatement, selectStatementResult } from './reading'
import * as repository from './repository'
import { READ_JOB } from './start'
import './tables'

defineJob<{ workId: string }>(READ_JOB, (payload, platform) => readStatement(payload, platform))
defineJob('fee:dropBatches', (_payload, platform) => batch.dropBatches(platform).then(() => undefined), '37 * * * *')

const runtime = mountResource(calls.bankLine, {
  table: 'bank_line',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  computed: { amount: fen('amount'), payNo: repository.payNo, memberName: repository.memberName, suspenseStatus: repository.suspenseStatus },
  keyword: { columns: ['serial_no', 'payer_name'], grams: true },
  filters: { tradeTimeFrom: sinceDay('trade_time'), tradeTimeTo: untilDay('trade_time') },
  order: { field: 'tradeTime', direction: 'desc' },
  nameOf: (row) => row.serialNo,
})

export const bankLine = {
  runtime: runtime.runtime,
  bindings: [
    ...runtime.bindings,
    handle(calls.importStatement, batch.importStatement),
    handle(calls.readStatementColumns, readStatementColumns),
    handle(calls.selectStatementResult, selectStatementResult),
    handle(calls.downloadStatementTemplate, downloadStatementTemplate),
    handle(statement.selectOpenBatches, batch.selectOpenBatches),
    handle(statement.selectBatch, batch.selectBatch),
    handle(statement.selectBatchLines, batch.selectBatchLines),
    handle(statement.holdBatchLines, batch.holdBatchLines),
    handle(statement.confirmBatch, batch.confirmBatch),
    handle(statement.discardBatch, batch.discardBatch),
    handle(statement.downloadBatchProblems, batch.downloadBatchProblems),
  ],
}
