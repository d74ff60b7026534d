import type { selectAllocations as selectAllocationsCall, settlePayment as settlePaymentCall } from '@assoc/contract/fee/payment'
import type { Context } from '../../../platform/http/context'
import { changeRow, derivedStep, insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { standingAllocations } from '../ledger.repository'
import { lock, spentAs, type Spending } from '../ledger.service'
import { byLedger, paymentRuntime } from './resource'

export const selectAllocations = ({ db, input }: Context<typeof selectAllocationsCall>) => standingAllocations(db, input.paymentId)

/** Settles a payment as the step does, on the bills that the person chose. */
export async function settlePayment(context: Context<typeof settlePaymentCall>) {
  const { bills, paymentId, version } = context.input
  const action = context as unknown as Action
  const done = await changeRow(paymentRuntime.runtime as never, spentAs({ ...action, input: { paymentId, version, verb: 'settle' } }, { bills, oldest: 0 }))
  return { version: done.version as number }
}

export interface NewPayment {
  memberId: string
  payDate: string
  /** 分 */
  amount: number
  channel: 'bank' | 'online' | 'cheque' | 'balance'
  payerName: string
  bankSerial: string | null
  remark: string | null
}

/** Writes a payment down and settles it at once, for money that is certain: out of a balance or out of a bank statement. Spent as chosen, where it was. Answers its id. */
export async function writeAndSettle(action: Action, payment: NewPayment, spending?: Spending): Promise<string> {
  // Before the number of the payment: every action takes its locks in this order.
  await lock(action, payment.memberId)
  const paymentId = await insertFields(paymentRuntime.runtime, byLedger(action), { ...payment })
  await derivedStep(paymentRuntime.runtime, spending ? spentAs(action, spending) : action, paymentId, 'settle', null, true)
  return paymentId
}
