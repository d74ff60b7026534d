import * as calls from '@assoc/contract/member/bank'
import { handle } from '../../../../platform/http/context'
import { defineJob } from '../../../../platform/jobs/worker'
import { mountResource } from '../../../../platform/resource/mount'
import { fen, fromDayOf, toDayOf } from '../found.repository'
import { readStatement, selectStatementResult } from './reading'
import * as repository from './repository'
import * as service from './service'
import { READ_JOB } from './start'

defineJob<{ workId: string }>(READ_JOB, (payload, platform) => readStatement(payload, platform))

const mounted = mountResource(calls.bankLine, {
  table: 'bank_line',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  computed: { amount: fen('amount'), payNo: repository.payNo, memberName: repository.memberName },
  keyword: { columns: ['serial_no', 'payer_name'], grams: true },
  filters: { tradeTimeFrom: fromDayOf('trade_time'), tradeTimeTo: toDayOf('trade_time') },
  order: { field: 'tradeTime', direction: 'desc' },
  nameOf: (row) => String(row['serialNo']),
})

export const bankLine = {
  mounted: mounted.mounted,
  bindings: [...mounted.bindings, handle(calls.importStatement, service.importStatement), handle(calls.selectStatementResult, selectStatementResult), handle(calls.downloadStatementTemplate, service.downloadStatementTemplate)],
}
