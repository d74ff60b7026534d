import { refuse } from '../../../../platform/errors'
import type { Deed } from '../../../../platform/resource/definition'
import { lock, yuanText } from '../../fee/ledger.service'
import * as repository from './money.repository'

/** What of a payment, or of money that came, an application asks a ticket for. Amounts in 分. */
export interface Claim {
  applyId: string | null
  memberId: string
  amount: number
  /** Payments of dues; empty for other business. */
  payIds: readonly string[]
  serial: string | null
  received: number | null
}

/**
 * Judges an amount against what came and nobody has asked a ticket for, and says what of which payment it takes, oldest first.
 * The member stays locked until the transaction ends, so that two who ask at once follow each other; `locking` is for the test
 * that shows what happens otherwise.
 */
export async function judgeClaim(deed: Pick<Deed, 'db'>, claim: Claim, locking: (deed: Pick<Deed, 'db'>, memberId: string) => Promise<unknown> = lock): Promise<repository.Part[]> {
  await locking(deed, claim.memberId)
  return claim.serial ? judgeSerial(deed, claim, claim.serial) : judgePayments(deed, claim)
}

async function judgePayments({ db }: Pick<Deed, 'db'>, { memberId, payIds, amount }: Claim): Promise<repository.Part[]> {
  const ids = [...new Set(payIds)]
  const payments = await repository.openPayments(db, memberId, ids)
  if (payments.length !== ids.length) throw refuse.field('payIds', '只能选择该会员已核销的缴费；余额抵扣的款项在原缴费上开票')
  const open = payments.reduce((sum, p) => sum + Math.max(0, p.open), 0)
  if (amount > open) throw refuse.field('amount', `开票金额不能超过所选缴费的可开票金额 ${yuanText(open)}`)
  const ofMember = await repository.openOfMember(db, memberId)
  if (amount > ofMember) throw refuse.field('amount', `该会员有余额退款，现在最多可开票 ${yuanText(Math.max(0, ofMember))}`)
  let rest = amount
  return payments.flatMap((p) => {
    const part = Math.min(rest, Math.max(0, p.open))
    rest -= part
    return part > 0 ? [{ paymentId: p.paymentId, amount: part }] : []
  })
}

async function judgeSerial({ db }: Pick<Deed, 'db'>, { applyId, amount, received }: Claim, serial: string): Promise<repository.Part[]> {
  await repository.lockSerial(db, serial)
  const known = await repository.serialState(db, serial, applyId)
  if (known.payNo) throw refuse.field('receivedSerial', `该流水号已登记为会费缴费 ${known.payNo}`)
  if (known.received !== null && known.received !== received) throw refuse.field('receivedAmount', `该流水号此前登记的到账金额为 ${yuanText(known.received)}`)
  const open = (received ?? 0) - known.written
  if (amount > open) throw refuse.field('amount', `开票金额不能超过该笔到账的可开票金额 ${yuanText(Math.max(0, open))}`)
  return []
}
