import type { selectAllocations as selectAllocationsCall } from '@assoc/contract/member/payment'
import type { Context } from '../../../../platform/http/context'
import { followingStep, insertFields } from '../../../../platform/resource/deeds'
import type { Deed } from '../../../../platform/resource/definition'
import { standingAllocations } from '../ledger.repository'
import { lock } from '../ledger.service'
import { byLedger, paymentMounted } from './resource'

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
export async function writeAndSettle(deed: Deed, payment: NewPayment): Promise<string> {
  // Before the number of the payment: every deed takes its locks in this order.
  await lock(deed, payment.memberId)
  const paymentId = await insertFields(paymentMounted.mounted, byLedger(deed), { ...payment })
  await followingStep(paymentMounted.mounted, deed, paymentId, 'settle', null, true)
  return paymentId
}
