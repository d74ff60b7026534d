import { yearNow } from '@assoc/contract/core/day'
import type { VerbIn } from '@assoc/contract'
import { billStatus, MONEY_VERBS } from '@assoc/contract/fee/bill'
import { refuse } from '../../platform/errors'
import { derivedStep } from '../../platform/resource/actions'
import type { Action } from '../../platform/resource/definition'
import { billRuntime } from './bill/resource'
import { mayBeRefunded } from './refund-hooks'
import { moveRefund } from './ledger.refund.repository'
import * as ledger from './ledger.repository'
import type { BillMoney, LockedMember } from './ledger.repository'

// The ledger: all that moves money of a member. Each action runs in its caller's transaction and begins with the member's lock,
// so that two actions on one member follow each other; the constraints of the tables hold whatever is written here.

export const yuanText = (fen: number): string => `${(fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2 })} 元`

/** Locks a member's money until the transaction ends; N00001 when there is no such member. */
export async function lock(action: Pick<Action, 'db'>, memberId: string): Promise<LockedMember> {
  const member = await ledger.lockMember(action.db, memberId)
  if (!member) throw refuse.notFound()
  return member
}

/** The status that a bill's money gives it. */
export function statusOf({ payable, paid }: Pick<BillMoney, 'payable' | 'paid'>): BillMoney['status'] {
  if (paid === 0) return payable === 0 ? 'waived' : 'due'
  return paid === payable ? 'paid' : 'part'
}

/** The verb of the machine that brings a bill to the status of its money. */
export function stepTo({ billId, status }: Pick<BillMoney, 'billId' | 'status'>, to: BillMoney['status']): VerbIn<typeof billStatus> {
  const step = billStatus.transitions.find((t) => MONEY_VERBS.includes(t.verb) && t.to === to && t.from.includes(status))
  if (!step) throw new Error(`bill ${billId}: no step from ${status} to ${to}`)
  return step.verb
}

/** Moves a bill to the status that its money gives it, by a step of the machine. */
export async function emitMoneyChanged(action: Action, bill: BillMoney): Promise<void> {
  const to = statusOf(bill)
  if (to === bill.status) return
  await derivedStep(billRuntime.runtime, action, bill.billId, stepTo(bill, to))
}

export interface PaymentMoney {
  paymentId: string
  memberId: string
  /** 分 */
  amount: number
  channel: string
}

/** What of a payment goes to which bill, as a person chose it; `oldest` is what goes to the oldest bills besides, the rest to the balance. 分. */
export interface Spending {
  bills: readonly { billId: string; amount: number }[]
  oldest: number
}

const SPENDING = Symbol('spending')

/** An action whose payment is spent as somebody chose. */
export const spentAs = (action: Action, spending: Spending): Action => Object.assign({ ...action }, { [SPENDING]: spending })

/** Bills that were chosen, checked against what is open and what there is; the member is locked. */
function chosenBills({ bills, oldest }: Spending, open: readonly BillMoney[], amount: number): { bill: BillMoney; part: number }[] {
  const sum = bills.reduce((all, b) => all + b.amount, 0) + oldest
  if (sum > amount) throw refuse.field('bills', `核销合计 ${yuanText(sum)}，超过缴费金额 ${yuanText(amount)}`)
  if (new Set(bills.map((b) => b.billId)).size < bills.length) throw refuse.field('bills', '同一账单只能选择一次')
  return bills.map(({ billId, amount: part }) => {
    const bill = open.find((b) => b.billId === billId)
    if (!bill) throw refuse.field('bills', '所选账单不属于该会员，或已缴清、减免、作废，请刷新后重选')
    if (part > bill.unpaid) throw refuse.field('bills', `账单 ${bill.billNo} 欠缴 ${yuanText(bill.unpaid)}，不能核销 ${yuanText(part)}`)
    return { bill, part }
  })
}

/**
 * Spends a payment: the bills that somebody chose, else the member's open bills oldest first, the rest into their balance. One from the balance takes there what
 * it pays, and is refused when bills or balance are less than it. The caller moves the payment's status.
 */
export async function spend(action: Action, { paymentId, memberId, amount, channel }: PaymentMoney): Promise<void> {
  const { db, principal } = action
  const member = await lock(action, memberId)
  const open = await ledger.openBills(db, memberId)
  const spending = (action as { [SPENDING]?: Spending })[SPENDING]
  const chosen = spending ? chosenBills(spending, open, amount) : []
  let rest = amount
  for (const { bill, part } of chosen) {
    rest -= part
    await pay(action, paymentId, bill, part)
  }
  let oldest = spending ? spending.oldest : amount
  for (const bill of open) {
    if (chosen.some((c) => c.bill === bill)) continue
    const part = Math.min(oldest, bill.unpaid)
    if (part === 0) break
    oldest -= part
    rest -= part
    await pay(action, paymentId, bill, part)
  }
  const allocated = amount - rest
  if (channel === 'balance') {
    if (rest > 0 || member.balance < amount) throw refuse.inUse(`余额或待缴会费已有变化，不能抵扣 ${yuanText(amount)}，请刷新后重试`)
    await ledger.addEntry(db, { memberId, type: 'use', amount: -amount, paymentId, reason: null, userId: principal.userId })
  } else if (rest > 0) {
    await ledger.addEntry(db, { memberId, type: 'deposit', amount: rest, paymentId, reason: null, userId: principal.userId })
  }
  await ledger.setSpent(db, paymentId, allocated, channel === 'balance' ? 0 : rest)
  await ledger.refreshArrears(db, yearNow(), [memberId])
}

/** Takes back exactly what a payment did. Refused when what it brought into the balance has been used since. */
export async function takeBack(action: Action, { paymentId, memberId }: Pick<PaymentMoney, 'paymentId' | 'memberId'>, reason: string | null): Promise<void> {
  const { db, principal } = action
  const member = await lock(action, memberId)
  const moved = await ledger.balanceOfPayment(db, paymentId)
  if (moved > member.balance) {
    throw refuse.inUse(`此笔缴费转入余额的 ${yuanText(moved)} 已被使用（现余额 ${yuanText(member.balance)}），请先冲正使用余额的缴费`)
  }
  // What went out of the balance came with their other payments then, and these bear no invoice for it.
  const left = await moveRefund(db, memberId, paymentId)
  if (left > 0) throw refuse.inUse(`此笔缴费有 ${yuanText(left)} 已从余额退还或转出，而该会员的其他缴费已开票或正在申请开票，请先红冲或撤回申请`)
  for (const { billId, amount } of await ledger.standingAllocations(db, paymentId)) {
    const before = await ledger.billMoney(db, billId)
    if (before) await pay(action, paymentId, before, -amount)
  }
  if (moved !== 0) await ledger.addEntry(db, { memberId, type: 'reversal', amount: -moved, paymentId, reason, userId: principal.userId })
  await ledger.refreshArrears(db, yearNow(), [memberId])
}

async function pay(action: Action, paymentId: string, before: BillMoney, amount: number): Promise<void> {
  const after = await ledger.allocate(action.db, paymentId, before.billId, amount)
  action.audit({ recordType: 'duesBill', recordId: before.billId, verb: amount > 0 ? 'pay' : 'unpay', before: { paidAmount: before.paid }, after: { paidAmount: after.paid } })
  await emitMoneyChanged(action, after)
}

/** Gives money of a balance back, amount in 分; answers the balance after it. */
export async function refund(action: Action, memberId: string, amount: number, reason: string, version?: number): Promise<number> {
  const member = await lock(action, memberId)
  if (version !== undefined && version !== member.version) throw refuse.conflict(null)
  if (amount > member.balance) throw refuse.field('amount', `退款金额不能超过余额 ${yuanText(member.balance)}`)
  await mayBeRefunded(action, memberId, amount)
  const balance = await ledger.addEntry(action.db, { memberId, type: 'refund', amount: -amount, paymentId: null, reason, userId: action.principal.userId })
  action.audit({ recordType: 'memberBalance', recordId: memberId, verb: 'refund', reason, before: { balance: member.balance }, after: { balance } })
  return balance
}

/** Takes an amount off a bill, or puts one back (below zero), and moves its due date where one is given. The member is locked already. */
export async function reduce(action: Action, bill: BillMoney, amount: number, dueDate: string | null): Promise<void> {
  const after = await ledger.reduceBill(action.db, bill.billId, amount, dueDate)
  action.audit({
    recordType: 'duesBill',
    recordId: bill.billId,
    verb: 'reduce',
    before: { reduceAmount: bill.reduced, dueDate: bill.dueDate },
    after: { reduceAmount: after.reduced, dueDate: after.dueDate },
  })
  await emitMoneyChanged(action, after)
  await ledger.refreshArrears(action.db, yearNow(), [bill.memberId])
}
