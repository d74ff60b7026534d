import { suspense as contract } from '@assoc/contract/fee/bank'
import { mountResource } from '../../../platform/resource/mount'
import * as bank from '../bank/repository'
import { fen } from '../found.repository'
import { mayBeNoOther } from '../refund-hooks'
import { onPaymentReversed } from '../payment/hooks'
import { releaseLine } from './release'
import * as repository from './repository'

/** Steps that follow from other actions, and what a person does instead. */
const REFUSED: Record<string, string> = {
  claim: '请用「认领」选择会员',
  bookOther: '请用「转其他业务」选择业务类型',
  split: '请用「拆分认领」填写各笔金额',
  reopen: '冲正或退回其缴费后，款项自动回到待认领',
}

export const suspenseRuntime = mountResource(contract, {
  table: 'suspense_item',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  computed: { amount: fen('amount'), purpose: bank.purpose, payNo: bank.payNo, memberName: bank.memberName },
  keyword: { columns: ['serial_no', 'payer_name'], grams: true },
  order: { field: 'tradeTime', direction: 'desc' },
  handover: { label: '待认领的款项', order: 43, open: ['open'], settled: ['claimed', 'other', 'split'], owners: ['create_by'], name: 'serialNo' },
  nameOf: (row) => row.serialNo,
  todos: [{ label: '待认领的款项', status: 'open', permit: 'fee:suspense:handle' }],
  may: (_who, _row, verb) => REFUSED[verb] ?? true,
  before: {
    change: async (action, row, step) => {
      if (step.verb === 'undoOther' || step.verb === 'giveBack' || step.verb === 'claim' || step.verb === 'split') await mayBeNoOther(action, { serialNo: row.serialNo, amount: row.amount })
    },
  },
  after: {
    change: async ({ db }, row, step) => {
      if (step.verb === 'undoOther') await repository.noteBusiness(db, row.suspenseId, null, null)
    },
  },
})

onPaymentReversed((action, paymentId, reason) => releaseLine(suspenseRuntime.runtime, action, paymentId, reason))
