import type { RowOf } from '@assoc/contract'
import { today } from '@assoc/contract/core/day'
import { balanceRequest as contract, PAY_OUT_VERB, type payOutRefund } from '@assoc/contract/fee/balance'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { nextNumber, todayDigits } from '../../../platform/numbers/numbers'
import { derivedStep, derivedUpdate } from '../../../platform/resource/actions'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { mountResource } from '../../../platform/resource/mount'
import { mayBeRefunded } from '../refund-hooks'
import { lock, yuanText } from '../ledger.service'
import { carryOut, hold, lockAll, requestOf, takeBackRequest, takesOut, unhold } from './carry'
import * as repository from './request.repository'

type Row = RowOf<typeof contract>
type Fields = Inserted<typeof contract>

/** Checks a request as it is written down, and gives it its number; its members are locked. */
async function validate(action: Action, fields: Fields): Promise<void> {
  const request = requestOf(fields)
  if (request.toMemberId === request.memberId) throw refuse.field('toMemberId', '转入会员不能是转出会员本身')
  if (request.requestType !== 'refund' && (fields.basis ?? []).length === 0) throw refuse.field('basis', '余额调整和转移须上传依据文件')
  const { member } = await lockAll(action, request)
  if (takesOut(request)) {
    if (request.amount > member.balance) throw refuse.field('amount', `金额不能超过可用余额 ${yuanText(member.balance)}`)
    if (request.requestType !== 'adjustment') await mayBeRefunded(action, request.memberId, request.amount)
  }
  fields.requestNo = await nextNumber(action.db, 'YE', todayDigits())
}

/** The request's members and the request itself, locked; refused when it has moved since it was read. */
async function locked(action: Action, row: Row): ReturnType<typeof lockAll> {
  const members = await lockAll(action, requestOf(row))
  const now = await repository.lockRequest(action.db, row.requestId)
  if (now?.version !== row.version || now?.status !== row.requestStatus) throw refuse.conflict(null)
  return members
}

const OF_REFUND: readonly string[] = ['release', 'bounce']
const OF_OTHERS: readonly string[] = ['approve', 'undo']
const DECISIONS: readonly string[] = ['approve', 'release', 'reject', 'undo']

export const requestsRuntime = mountResource(contract, {
  table: 'balance_request',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  encrypted: { payeeAccount: { text: 'payee_account_sealed', blindIndex: 'payee_account_print' } },
  keyword: { where: repository.requestsFound, number: { column: 'request_no', prefix: 'YE' } },
  filters: { memberId: repository.ofMember },
  order: { field: 'updateTime', direction: 'desc' },
  constraints: {
    balance_request_serial_unique: () => refuse.field('bankSerial', '该付款流水号已登记过'),
    balance_request_other: () => refuse.field('toMemberId', '转入会员不能是转出会员本身'),
  },
  handover: { label: '未办结的余额办理和退款', order: 41, open: ['pending', 'released'], settled: ['done'], view: 'member/BalanceList', deciders: { decide_by: '接任人是此项的审批人' } },
  nameOf: (row) => row.requestNo,
  todos: [
    { label: '待审批的余额办理', status: 'pending', permit: 'fee:balance:approve', view: 'member/BalanceList' },
    { label: '待登记付款的退款', status: 'released', permit: 'fee:balance:refund', view: 'member/BalanceList' },
  ],
  may: (principal, row, verb) => {
    const isRefund = row.requestType === 'refund'
    if (verb === PAY_OUT_VERB) return '请用「登记付款」填写付款流水号'
    if (OF_OTHERS.includes(verb) && isRefund) return '退还余额请用「放款」，款项退回时用「付款退回」'
    if (OF_REFUND.includes(verb) && !isRefund) return '放款和付款退回只用于退还余额'
    return verb !== 'withdraw' || row.createBy === principal.userId || '只有申请人可以撤回'
  },
  before: {
    insert: validate,
    change: async (action, row, step) => {
      const request = requestOf(row)
      const members = await locked(action, row)
      if (row.requestStatus === 'pending') await unhold(action, request)
      if (DECISIONS.includes(step.verb)) await repository.noteDecision(action.db, row.requestId, action.principal.userId)
      if (step.verb === 'approve' || step.verb === 'release') await carryOut(action, request)
      if (step.verb === 'undo' || step.verb === 'bounce') await takeBackRequest(action, request, members, (action.input as { reason?: string | null }).reason ?? '')
    },
  },
  after: {
    insert: (action, _id, fields) => hold(action, requestOf(fields)),
  },
})

/** Notes the bank's serial of a refund that was released, and closes it. */
export async function payOut(context: Context<typeof payOutRefund>) {
  const { requestId, version, bankSerial, paidDate } = context.input
  const action = context as unknown as Action
  if (paidDate > today()) throw refuse.field('paidDate', '付款日期不能晚于今天')
  // The member before the request, as every action takes them.
  const memberId = await repository.memberOf(action.db, requestId)
  if (!memberId) throw refuse.notFound()
  await lock(action, memberId)
  const now = await repository.lockRequest(action.db, requestId)
  if (!now) throw refuse.notFound()
  if (now.version !== version) throw refuse.conflict({ ...context.input, version: now.version })
  if (now.status !== 'released') throw refuse.badTransition()
  await derivedUpdate(requestsRuntime.runtime, action, requestId, version, { bankSerial, paidDate })
  const done = (await derivedStep(requestsRuntime.runtime, action, requestId, PAY_OUT_VERB)) as { version: number }
  return { version: done.version }
}
