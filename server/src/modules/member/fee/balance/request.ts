import { today } from '@assoc/contract/core/day'
import { balanceRequest as contract, PAY_OUT_VERB, type payOutRefund } from '@assoc/contract/member/balance-request'
import { refuse } from '../../../../platform/errors'
import type { Context } from '../../../../platform/http/context'
import { nextNumber, todayDigits } from '../../../../platform/numbers/numbers'
import { followingStep, followingUpdate } from '../../../../platform/resource/deeds'
import type { Deed, Row } from '../../../../platform/resource/definition'
import { mountResource } from '../../../../platform/resource/mount'
import { mayBeRefunded } from '../giving-back'
import { lock, yuanText } from '../ledger.service'
import { carryOut, hold, lockAll, requestOf, takeBackRequest, takesOut, unhold } from './carry'
import * as repository from './request.repository'

/** Judges a request as it is written down, and gives it its number; its members are locked. */
async function judge(deed: Deed, fields: Row): Promise<void> {
  const request = requestOf(fields)
  if (request.toMemberId === request.memberId) throw refuse.field('toMemberId', '转入会员不能是转出会员本身')
  if (request.requestType !== 'refund' && ((fields['basis'] as unknown[] | undefined) ?? []).length === 0) throw refuse.field('basis', '余额调整和转移须上传依据文件')
  const { member } = await lockAll(deed, request)
  if (takesOut(request)) {
    if (request.amount > member.balance) throw refuse.field('amount', `金额不能超过可用余额 ${yuanText(member.balance)}`)
    if (request.requestType !== 'adjustment') await mayBeRefunded(deed, request.memberId, request.amount)
  }
  fields['requestNo'] = await nextNumber(deed.db, 'YE', todayDigits())
}

/** The request's members and the request itself, locked; refused when it has moved since it was read. */
async function locked(deed: Deed, row: Row): ReturnType<typeof lockAll> {
  const members = await lockAll(deed, requestOf(row))
  const now = await repository.lockRequest(deed.db, String(row['requestId']))
  if (now?.version !== row['version'] || now?.status !== row['requestStatus']) throw refuse.conflict(null)
  return members
}

const OF_REFUND: readonly string[] = ['release', 'bounce']
const OF_OTHERS: readonly string[] = ['approve', 'undo']
const DECISIONS: readonly string[] = ['approve', 'release', 'reject', 'undo']

export const requestsMounted = mountResource(contract, {
  table: 'balance_request',
  module: 'fee',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed: repository.computed,
  sealed: { payeeAccount: { text: 'payee_account_sealed', print: 'payee_account_print' } },
  keyword: { where: repository.requestsFound, number: { column: 'request_no', prefix: 'YE' } },
  filters: { memberId: repository.ofMember },
  order: { field: 'updateTime', direction: 'desc' },
  constraints: {
    balance_request_serial_unique: () => refuse.field('bankSerial', '该付款流水号已登记过'),
    balance_request_other: () => refuse.field('toMemberId', '转入会员不能是转出会员本身'),
  },
  handover: { label: '未办结的余额办理和退款', order: 41, open: ['pending', 'released'], settled: ['done'], page: '/feeManage/balance', deciders: { decide_by: '接任人是此项的审批人' } },
  nameOf: (row) => String(row['requestNo']),
  todos: [
    { label: '待审批的余额办理', status: 'pending', permit: 'fee:balance:approve', page: '/feeManage/balance' },
    { label: '待登记付款的退款', status: 'released', permit: 'fee:balance:refund', page: '/feeManage/balance' },
  ],
  may: (who, row, verb) => {
    const isRefund = row['requestType'] === 'refund'
    if (verb === PAY_OUT_VERB) return '请用「登记付款」填写付款流水号'
    if (OF_OTHERS.includes(verb) && isRefund) return '退还余额请用「放款」，款项退回时用「付款退回」'
    if (OF_REFUND.includes(verb) && !isRefund) return '放款和付款退回只用于退还余额'
    return verb !== 'withdraw' || row['createBy'] === who.userId || '只有申请人可以撤回'
  },
  before: {
    insert: judge,
    change: async (deed, row, step) => {
      const request = requestOf(row)
      const members = await locked(deed, row)
      if (row['requestStatus'] === 'pending') await unhold(deed, request)
      if (DECISIONS.includes(step.verb)) await repository.noteDecision(deed.db, String(row['requestId']), deed.who.userId)
      if (step.verb === 'approve' || step.verb === 'release') await carryOut(deed, request)
      if (step.verb === 'undo' || step.verb === 'bounce') await takeBackRequest(deed, request, members, (deed.input as { reason?: string | null }).reason ?? '')
    },
  },
  after: {
    insert: (deed, _id, fields) => hold(deed, requestOf(fields)),
  },
})

/** Notes the bank's serial of a refund that was released, and closes it. */
export async function payOut(context: Context<typeof payOutRefund>) {
  const { requestId, version, bankSerial, paidDate } = context.input
  const deed = context as unknown as Deed
  if (paidDate > today()) throw refuse.field('paidDate', '付款日期不能晚于今天')
  // The member before the request, as every deed takes them.
  const memberId = await repository.memberOf(deed.db, requestId)
  if (!memberId) throw refuse.notFound()
  await lock(deed, memberId)
  const now = await repository.lockRequest(deed.db, requestId)
  if (!now) throw refuse.notFound()
  if (now.version !== version) throw refuse.conflict({ ...context.input, version: now.version })
  if (now.status !== 'released') throw refuse.badTransition()
  await followingUpdate(requestsMounted.mounted, deed, requestId, version, { bankSerial, paidDate })
  const done = (await followingStep(requestsMounted.mounted, deed, requestId, PAY_OUT_VERB)) as { version: number }
  return { version: done.version }
}
