import type { FieldsOf, RowOf } from '@assoc/contract'
import type { balanceRequest } from '@assoc/contract/fee/balance'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { mayBeRefunded } from '../refund-hooks'
import * as ledger from '../ledger.repository'
import type { LockedMember, NewEntry } from '../ledger.repository'
import { refund, yuanText } from '../ledger.service'

type Asked = FieldsOf<typeof balanceRequest> & Partial<Pick<RowOf<typeof balanceRequest>, 'requestNo'>>

/** What a request is about, in the words of its row; amount in 分. */
export interface Request {
  requestNo: string
  requestType: 'adjustment' | 'transfer' | 'refund'
  memberId: string
  toMemberId: string | null
  direction: 'increase' | 'decrease' | null
  amount: number
  reason: string
}

export const requestOf = (row: Asked): Request => ({
  requestNo: row.requestNo ?? '',
  requestType: row.requestType,
  memberId: row.memberId,
  toMemberId: row.toMemberId ?? null,
  direction: row.direction ?? null,
  amount: row.amount,
  reason: row.reason,
})

/** Whether a request takes money out of its member's balance. */
export const takesOut = ({ direction }: Request): boolean => direction !== 'increase'

/** The members of a request, locked in the order of their ids, so that two that cross each other wait instead of deadlocking. */
export async function lockAll(action: Action, { memberId, toMemberId }: Request): Promise<{ member: LockedMember; other: LockedMember | undefined }> {
  const locked = await ledger.lockMembers(action.db, toMemberId ? [memberId, toMemberId] : [memberId])
  const member = locked.find((m) => m.memberId === memberId)
  if (!member || (toMemberId && !locked.some((m) => m.memberId === toMemberId))) throw refuse.notFound()
  return { member, other: locked.find((m) => m.memberId === toMemberId) }
}

async function move(action: Action, memberId: string, type: NewEntry['type'], amount: number, why: string): Promise<void> {
  const after = await ledger.addEntry(action.db, { memberId, type, amount, paymentId: null, reason: why, userId: action.principal.userId })
  action.audit({ recordType: 'memberBalance', recordId: memberId, verb: 'update', reason: why, before: { balance: after - amount }, after: { balance: after } })
}

/** Takes what is to go out off the balance until the request is decided. */
export async function hold(action: Action, request: Request): Promise<void> {
  if (takesOut(request)) await move(action, request.memberId, 'hold', -request.amount, `${request.requestNo} 办理中冻结`)
}

/** Puts back what was held. */
export async function unhold(action: Action, request: Request): Promise<void> {
  if (takesOut(request)) await move(action, request.memberId, 'hold', request.amount, `${request.requestNo} 解除冻结`)
}

/** Carries out what was asked for; what was held has been put back just before, and the members are locked. */
export async function carryOut(action: Action, request: Request): Promise<void> {
  const { requestType, memberId, toMemberId, amount, requestNo, reason } = request
  const why = `${requestNo} ${reason}`
  if (requestType === 'refund') await refund(action, memberId, amount, why)
  else if (requestType === 'adjustment') await move(action, memberId, 'adjustment', takesOut(request) ? -amount : amount, why)
  else if (toMemberId) {
    // Money that bears an invoice stays with whom the invoice was written to.
    await mayBeRefunded(action, memberId, amount)
    await move(action, memberId, 'transfer', -amount, why)
    await move(action, toMemberId, 'transfer', amount, why)
  }
}

/** Takes back what a request did, by the same rows with the other sign; refused when the money has been used since. */
export async function takeBackRequest(action: Action, request: Request, { member, other }: Awaited<ReturnType<typeof lockAll>>, why: string): Promise<void> {
  const { requestType, memberId, toMemberId, amount } = request
  const reason = `${request.requestNo} 撤销：${why}`
  const loser = requestType === 'transfer' ? other : takesOut(request) ? undefined : member
  if (loser && loser.balance < amount) throw refuse.inUse(`${loser.companyName}的余额 ${yuanText(loser.balance)} 已不足 ${yuanText(amount)}，不能撤销`)
  if (requestType === 'transfer' && toMemberId) {
    await mayBeRefunded(action, toMemberId, amount)
    await move(action, toMemberId, 'transfer', -amount, reason)
    await move(action, memberId, 'transfer', amount, reason)
  } else await move(action, memberId, requestType === 'refund' ? 'refund' : 'adjustment', takesOut(request) ? amount : -amount, reason)
}
