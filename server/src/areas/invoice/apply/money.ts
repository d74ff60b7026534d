import { bizType as businesses } from '@assoc/contract/invoice/apply'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { lock, plainName, yuanText } from '../../fee/api'
import * as repository from './money.repository'

/** What of a payment, or of money that came, an application asks an invoice for. Amounts in 分. */
export interface Claim {
  applyId: string | null
  memberId: string
  amount: number
  /** Payments of dues; empty for other business. */
  payIds: readonly string[]
  serial: string | null
  bizType: string
  received: number | null
}

/**
 * Checks an amount against what came and nobody has asked an invoice for, and says what of which payment it takes, oldest first.
 * The member stays locked until the transaction ends, so that two who ask at once follow each other; `locking` is for the test
 * that shows what happens otherwise.
 */
export async function validateClaim(action: Pick<Action, 'db'>, claim: Claim, locking: (action: Pick<Action, 'db'>, memberId: string) => Promise<unknown> = lock): Promise<repository.Part[]> {
  await locking(action, claim.memberId)
  return claim.serial ? validateSerial(action, claim, claim.serial) : validatePayments(action, claim)
}

async function validatePayments({ db }: Pick<Action, 'db'>, { memberId, payIds, amount }: Claim): Promise<repository.Part[]> {
  const ids = [...new Set(payIds)]
  const payments = await repository.openPayments(db, memberId, ids)
  if (payments.length !== ids.length) throw refuse.field('payIds', '只能选择该会员已核销的缴费；余额抵扣的款项在原缴费上开票')
  // One invoice has one buyer: money of several payers is written for each alone.
  if (new Set(payments.map((p) => plainName(p.payerName))).size > 1) throw refuse.field('payIds', '所选缴费的付款户名不同，请分别申请开票')
  const sumOf = (field: 'open' | 'refunded') => payments.reduce((sum, p) => sum + p[field], 0)
  const open = sumOf('open')
  if (amount > open) throw refuse.field('amount', amount <= open + sumOf('refunded') ? `该会员有余额退款，现在最多可开票 ${yuanText(open)}` : `开票金额不能超过所选缴费的可开票金额 ${yuanText(open)}`)
  let rest = amount
  return payments.flatMap((p) => {
    const part = Math.min(rest, p.open)
    rest -= part
    return part > 0 ? [{ paymentId: p.paymentId, amount: part }] : []
  })
}

/** Kinds of other business of the bank's money that are one kind of invoice; material and the rest may be any. */
const SAME: Record<string, string> = { training: 'training', meeting: 'meeting', service: 'service' }

/** Where the bank's statements know the serial, what is said of it must agree with them; where they do not, it stands unchecked. */
async function validateBank(db: Action['db'], { received, bizType }: Claim, serial: string): Promise<void> {
  const lines = await repository.bankMoney(db, serial)
  if (lines.length === 0) return
  const line = lines.find((l) => l.suspense === 'other' && l.amount === received) ?? lines.find((l) => l.suspense === 'other') ?? lines[0]
  if (!line) return
  const wrong = (message: string) => refuse.field('receivedSerial', message)
  if (line.payNo) throw wrong(`该流水号已登记为会费缴费 ${line.payNo}`)
  if (line.suspense === 'returned') throw wrong('银行流水中该笔到账已退回')
  if (line.suspense === 'split') throw wrong('银行流水中该笔到账已拆分认领，请填写拆分后那一笔的流水号')
  if (line.suspense !== 'other') throw wrong('银行流水中该笔到账尚未认定，请先在「待认领款项」中记为其他业务')
  if (line.amount !== received) throw refuse.field('receivedAmount', `银行流水中该笔到账为 ${yuanText(line.amount)}`)
  const known = SAME[line.business ?? '']
  if (known && known !== bizType) throw wrong(`该笔到账已记为${businesses.labels[known as keyof typeof businesses.labels]}，与业务类型不符`)
}

async function validateSerial({ db }: Pick<Action, 'db'>, claim: Claim, serial: string): Promise<repository.Part[]> {
  const { applyId, amount, received } = claim
  await repository.lockSerial(db, serial)
  const known = await repository.serialState(db, serial, applyId)
  if (known.payNo) throw refuse.field('receivedSerial', `该流水号已登记为会费缴费 ${known.payNo}`)
  if (known.received !== null && known.received !== received) throw refuse.field('receivedAmount', `该流水号此前登记的到账金额为 ${yuanText(known.received)}`)
  await validateBank(db, claim, serial)
  const open = (received ?? 0) - known.written
  if (amount > open) throw refuse.field('amount', `开票金额不能超过该笔到账的可开票金额 ${yuanText(Math.max(0, open))}`)
  return []
}
