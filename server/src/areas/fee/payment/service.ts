import type { selectAllocations as selectAllocationsCall } from '@assoc/contract/fee/payment'
import type { Context } from '../../../platform/http/context'
import { derivedStep, insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { standingAllocations } from '../ledger.repository'
import { lock } from '../ledger.service'
import { byLedger, paymentRuntime } from './resource'

export const selectAllocations = ({ db, input }: Context<typeof selectAllocationsCall>) => standingAllocations(db, input.paymentId)

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

/** Writes a payment down and settles it at once, for money that is certain: out of a balance or out of a bank statement. Answers its id. */
export async function writeAndSettle(action: Action, payment: NewPayment): Promise<string> {
  // Before the number of the payment: every action takes its locks in this order.
  await lock(action, payment.memberId)
  const paymentId = await insertFields(paymentRuntime.runtime, byLedger(action), { ...payment })
  await derivedStep(paymentRuntime.runtime, action, paymentId, 'settle', null, true)
  return paymentId
}
