import { yearNow } from '@assoc/contract/core/day'
import { payStatus } from '@assoc/contract/fee/payment'
import { refuse } from '../../platform/errors'
import { takeNumbers, todayDigits } from '../../platform/numbers/numbers'
import type { Action } from '../../platform/resource/definition'
import * as bulk from './ledger.bulk.repository'
import { lockMembers, refreshArrears, type BillMoney } from './ledger.repository'
import { statusOf, stepTo } from './ledger.service'
import { plainName } from './payment/resource'
import type { NewPayment } from './payment/service'

const SETTLE = 'settle'

/** What is owed and had while payments are spent one after another. */
class Purse {
  readonly allocations: bulk.Allocation[] = []
  readonly deposits: bulk.Deposit[] = []
  readonly spent: bulk.Spent[] = []
  private readonly paid = new Map<string, number>()
  private readonly open = new Map<string, BillMoney[]>()
  private readonly balances: Map<string, number>

  constructor(bills: readonly BillMoney[], balances: Map<string, number>) {
    this.balances = balances
    for (const bill of bills) this.open.set(bill.memberId, [...(this.open.get(bill.memberId) ?? []), bill])
  }

  /** The member's open bills oldest first, the rest into their balance. */
  spend(paymentId: string, memberId: string, amount: number): void {
    let rest = amount
    for (const { billId, unpaid } of this.open.get(memberId) ?? []) {
      const part = Math.min(rest, unpaid - (this.paid.get(billId) ?? 0))
      if (part <= 0) continue
      rest -= part
      this.paid.set(billId, (this.paid.get(billId) ?? 0) + part)
      this.allocations.push({ paymentId, billId, amount: part })
    }
    if (rest > 0) {
      const balanceAfter = (this.balances.get(memberId) ?? 0) + rest
      this.balances.set(memberId, balanceAfter)
      this.deposits.push({ memberId, paymentId, amount: rest, balanceAfter })
    }
    this.spent.push({ paymentId, allocated: amount - rest, toBalance: rest })
  }

  /** Bills that were paid on, with the status that their money gives them. */
  paidBills(): (bulk.PaidBill & { bill: BillMoney })[] {
    return [...this.open.values()].flat().flatMap((bill) => {
      const amount = this.paid.get(bill.billId)
      return amount ? [{ bill, billId: bill.billId, amount, from: bill.status, to: statusOf({ payable: bill.payable, paid: bill.paid + amount }) }] : []
    })
  }
}

/**
 * Writes payments from outside down and settles them, as writing and settling each alone would, but with one statement a step for
 * all of them: a statement of the bank brings thousands. Takes the members' locks in the order of their ids. Answers ids in order.
 *
 * The rules of `payment` are passed by, and each is checked elsewhere: who may is the permit of the import, for the bank's own word
 * stands for the second person; that no day lies ahead, the parsing of the statement; one serial once, the import under these locks
 * and the unique index. What stands in giving-back.ts is about money that goes back, which nothing does here: a payment that was
 * settled so is reversed, and its balance refunded, one by one and by those rules.
 */
export async function settleMany(action: Action, memberIds: readonly string[], planned: (memberId: string) => readonly NewPayment[]): Promise<string[]> {
  const members = new Map((await lockMembers(action.db, memberIds)).map((m) => [m.memberId, m]))
  const given = memberIds.flatMap((memberId) => planned(memberId))
  if (given.length === 0) return []
  const numbers = await takeNumbers(action.db, 'JF', todayDigits(), given.length)
  const payments = given.map((p, i): bulk.BulkPayment => ({ ...p, payNo: numbers[i] ?? '', byOther: plainName(p.payerName) !== plainName(members.get(p.memberId)?.companyName) }))
  const ids = await bulk.insertPayments(action.db, payments, action.principal)
  const purse = new Purse(await bulk.openBillsOf(action.db, memberIds), new Map([...members.values()].map((m) => [m.memberId, m.balance])))
  const idOf = ({ payNo }: bulk.BulkPayment) => ids.get(payNo) ?? ''
  for (const payment of payments) purse.spend(idOf(payment), payment.memberId, payment.amount)
  await writePurse(action, purse)
  for (const payment of payments) {
    const recordId = idOf(payment)
    action.audit({ recordType: 'payment', recordId, verb: 'insert', after: { ...payment } })
    action.audit({ recordType: 'payment', recordId, verb: SETTLE, before: { payStatus: 'pending' }, after: { payStatus: 'settled' } })
  }
  await refreshArrears(action.db, yearNow(), memberIds)
  return payments.map(idOf)
}

async function writePurse(action: Action, purse: Purse): Promise<void> {
  const { db, principal } = action
  const bills = purse.paidBills()
  if (purse.allocations.length > 0) await bulk.insertAllocations(db, purse.allocations)
  if (bills.length > 0 && (await bulk.payBills(db, bills.map(({ bill: _bill, ...paid }) => paid))) !== bills.length) throw refuse.conflict(null)
  if (purse.deposits.length > 0) await bulk.insertDeposits(db, purse.deposits, principal.userId)
  const step = payStatus.find(SETTLE, 'pending')
  if (!step) throw refuse.badTransition()
  if ((await bulk.settlePayments(db, purse.spent, 'pending', step.to)) !== purse.spent.length) throw refuse.conflict(null)
  for (const { bill, amount, from, to } of bills) {
    action.audit({ recordType: 'duesBill', recordId: bill.billId, verb: 'pay', before: { paidAmount: bill.paid }, after: { paidAmount: bill.paid + amount } })
    if (from !== to) action.audit({ recordType: 'duesBill', recordId: bill.billId, verb: stepTo(bill, to as BillMoney['status']), before: { billStatus: from }, after: { billStatus: to } })
  }
}
