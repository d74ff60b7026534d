import type * as calls from '@assoc/contract/fee/bank'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { derivedStep } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import * as bank from '../bank/repository'
import { payFromLine } from '../bank/service'
import { lockMembers } from '../ledger.repository'
import { yuanText, type Spending } from '../ledger.service'
import { suspenseRuntime } from './resource'

type Part = Context<typeof calls.splitSuspense>['input']['parts'][number]

/** What one member gets of the money. */
interface Share {
  memberId: string
  amount: number
  spending: Spending
}

/** The rows a member, in the order in which the members were named. */
function sharesOf(parts: readonly Part[]): Share[] {
  const shares = new Map<string, Share>()
  for (const { memberId, billId, amount } of parts) {
    const known = shares.get(memberId) ?? { memberId, amount: 0, spending: { bills: [], oldest: 0 } }
    const { bills, oldest } = known.spending
    const spending = billId ? { bills: [...bills, { billId, amount }], oldest } : { bills, oldest: oldest + amount }
    shares.set(memberId, { memberId, amount: known.amount + amount, spending })
  }
  return [...shares.values()]
}

/** Refusals of the ledger name the bills of a payment; here they stand among the rows. */
async function toldAtRows<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const [wrong] = (error as { data?: { fields?: { path: string; message: string }[] } }).data?.fields ?? []
    throw wrong?.path === 'bills' ? refuse.field('parts', wrong.message) : error
  }
}

/**
 * Gives suspended money to members and bills that were chosen. One member who gets all of it claims the item; otherwise its line is
 * split into lines of their own, each claimed by one of them, and what is left waits on. Of two at once one is refused.
 */
export async function splitSuspense(context: Context<typeof calls.splitSuspense>) {
  const { db, input, audit } = context
  const action = context as unknown as Action
  const { suspenseId, parts, reason } = input
  const shares = sharesOf(parts)
  // All members before the item, in one order, as everywhere.
  const members = await lockMembers(db, shares.map((s) => s.memberId))
  if (members.length !== shares.length) throw refuse.notFound()
  const line = await bank.suspendedLine(db, suspenseId)
  if (!line) throw refuse.notFound()
  await bank.lockSerial(db, line.serialNo)
  const version = await bank.lockSuspense(db, suspenseId)
  if (version !== input.version) throw refuse.conflict({ ...input, version })
  const given = shares.reduce((sum, s) => sum + s.amount, 0)
  const rest = line.amount - given
  if (rest < 0) throw refuse.field('parts', `认领合计 ${yuanText(given)}，超过到账金额 ${yuanText(line.amount)}`)
  const [only] = shares
  if (only && shares.length === 1 && rest === 0) {
    await derivedStep(suspenseRuntime.runtime, action, suspenseId, 'claim', reason)
    const paymentId = await toldAtRows(payFromLine(action, only.memberId, line, only.spending))
    await bank.notePayment(db, suspenseId, paymentId)
    return { paymentIds: [paymentId], rest: 0 }
  }
  const taken = (await bank.paymentsOfSerials(db, [line.serialNo], true)).get(line.serialNo)
  if (taken && !taken.linked) throw refuse.inUse(`流水号 ${line.serialNo} 已登记为缴费 ${taken.payNo}，请先核对，避免重复入账`)
  await derivedStep(suspenseRuntime.runtime, action, suspenseId, 'split', reason)
  const amounts = [...shares.map((s) => s.amount), ...(rest > 0 ? [rest] : [])]
  const items = await bank.splitLine(db, line.lineId, amounts)
  audit({ recordType: 'bankLine', recordId: line.lineId, verb: 'split', reason, after: { parts: amounts.map(yuanText).join('、') } })
  const paymentIds: string[] = []
  for (const [i, { memberId, spending }] of shares.entries()) {
    const item = items[i]
    const own = item && (await bank.suspendedLine(db, item.suspenseId))
    if (!own) throw refuse.conflict(null)
    await derivedStep(suspenseRuntime.runtime, action, item.suspenseId, 'claim', reason)
    const paymentId = await toldAtRows(payFromLine(action, memberId, own, spending))
    await bank.notePayment(db, item.suspenseId, paymentId)
    paymentIds.push(paymentId)
  }
  return { paymentIds, rest }
}
