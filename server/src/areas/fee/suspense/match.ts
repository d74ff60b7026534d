import type * as calls from '@assoc/contract/fee/bank'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { derivedStep } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import * as bank from '../bank/repository'
import { lock, yuanText } from '../ledger.service'
import { paymentRuntime } from '../payment/resource'
import * as repository from './repository'
import { suspenseRuntime } from './resource'

/** Offered at once; more of them are narrowed by a word. */
const OFFERED = 20

export async function selectMatchCandidates({ db, principal, input }: Context<typeof calls.selectMatchCandidates>) {
  const { rows } = await repository.payable(principal, paymentRuntime.runtime.entity, input.lineId, input.keyword ?? null, OFFERED).execute(db)
  return rows
}

/** Why a line cannot be the money of a payment; null when it can. */
function whyNot(line: repository.WaitingLine, payment: repository.MatchedPayment): string | null {
  if (payment.channel === 'balance') return '余额抵扣的缴费没有银行流水'
  if (payment.status !== 'pending' && payment.status !== 'settled') return `缴费 ${payment.payNo} 已退回或冲正，不能匹配`
  if (payment.linkedSerial !== null) return `缴费 ${payment.payNo} 已与银行流水 ${payment.linkedSerial} 匹配`
  if (payment.amount !== line.amount) return `金额不一致：流水 ${yuanText(line.amount)}，缴费 ${yuanText(payment.amount)}`
  if (payment.bankSerial !== null && payment.bankSerial !== line.serialNo) return `缴费登记的流水号为 ${payment.bankSerial}，与此笔流水 ${line.serialNo} 不一致`
  return null
}

/**
 * Says that a waiting line is the money of a payment that was written down by hand: its item is closed, no money moves. Whoever
 * matches the payment holds its member, whoever closes the item holds the item: of two at once one is refused.
 */
export async function matchPayment(context: Context<typeof calls.matchPayment>) {
  const { db, input, audit } = context
  const action = context as unknown as Action
  const memberId = await repository.memberOfPayment(db, input.paymentId)
  if (!memberId) throw refuse.notFound()
  await lock(action, memberId)
  const line = await repository.lockLine(db, input.lineId)
  if (!line) throw refuse.notFound()
  if (line.suspenseStatus !== 'open' || !line.suspenseId) throw refuse.inUse(`流水 ${line.serialNo} 已处理，不在待认领款项中，请刷新后再看`)
  const payment = await repository.paymentToMatch(db, input.paymentId)
  // The member was changed while their lock was waited for: whoever holds the new one may be matching as well.
  if (!payment || payment.memberId !== memberId) throw refuse.conflict(null)
  const refused = whyNot(line, payment)
  if (refused) throw refuse.field('paymentId', refused)
  await derivedStep(suspenseRuntime.runtime, action, line.suspenseId, 'claim', `匹配已有缴费 ${payment.payNo}`)
  await bank.linkLines(db, [{ lineId: line.lineId, paymentId: input.paymentId }], 'manual')
  await bank.notePayment(db, line.suspenseId, input.paymentId)
  audit({ recordType: 'bankLine', recordId: line.lineId, verb: 'match', before: { matchResult: 'none', paymentId: null }, after: { matchResult: 'manual', paymentId: input.paymentId } })
  return { payNo: payment.payNo }
}
