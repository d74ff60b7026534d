import { balance as contract } from '@assoc/contract/fee/payment'
import { mountResource } from '../../../platform/resource/mount'
import { fen, membersFound } from '../found.repository'
import * as repository from './repository'

/** Members by what they have with the house. */
export const balanceRuntime = mountResource(contract, {
  table: 'member',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  deleted: repository.memberDeleted,
  computed: { memberName: repository.memberName, stockCode: repository.stockCode, balance: fen('balance'), heldAmount: repository.heldOf, unpaidAmount: repository.unpaidOf },
  keyword: { where: membersFound },
  filters: { withBalance: repository.withBalance },
  order: { field: 'balance', direction: 'desc' },
  nameOf: (row) => row.memberName,
})
