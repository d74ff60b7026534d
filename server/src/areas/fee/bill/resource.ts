import { today } from '@assoc/contract/core/day'
import { duesBill as contract, MONEY_VERBS } from '@assoc/contract/fee/bill'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { findable } from '../../../platform/search/palette'
import { billsFound, fen, fromDay, memberFields, stockCodeOf, toDay } from '../found.repository'
import { lockMember, refreshArrears } from '../ledger.repository'
import * as repository from './repository'

/** Bills as a resource; money moves them through the ledger, a person only cancels. */
export const billRuntime = mountResource(contract, {
  table: 'dues_bill',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  computed: {
    ...memberFields(),
    stockCode: stockCodeOf(),
    standardName: repository.standardName,
    grossAmount: fen('gross_amount'),
    reduceAmount: fen('reduce_amount'),
    payableAmount: fen('payable_amount'),
    paidAmount: fen('paid_amount'),
    unpaidAmount: fen('unpaid_amount'),
    overdue: repository.isOverdue,
    nextStep: repository.nextStep,
  },
  keyword: { where: billsFound, number: { column: 'bill_no', prefix: 'HF' } },
  filters: { overdue: repository.overdueIs, categoryId: repository.inCategory, jurisdiction: repository.inJurisdiction, dueDateFrom: fromDay('due_date'), dueDateTo: toDay('due_date') },
  order: { field: 'billNo', direction: 'desc' },
  changedAt: 'update_time',
  nameOf: (row) => row.billNo,
  may: (_who, _row, verb) => !MONEY_VERBS.includes(verb) || '账单状态随缴费与减免变化，不能手工变更',
  before: {
    change: async ({ db }, row, step) => {
      if (step.verb !== 'cancel') return
      // A payment that comes at this moment waits, or has moved the bill's version.
      await lockMember(db, row.memberId)
      if (row.paidAmount > 0) throw refuse.inUse('账单已有缴费，不能作废')
    },
  },
  after: {
    change: async ({ db }, row, step) => {
      if (step.verb !== 'cancel') return
      await repository.freeImport(db, row.billId)
      await refreshArrears(db, Number(today().slice(0, 4)), [row.memberId])
    },
  },
})

findable(billRuntime.runtime, { group: '账单', order: 5, label: 'billNo', hint: ['billYear', 'memberName'] })
