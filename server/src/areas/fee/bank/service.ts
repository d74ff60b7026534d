import { today } from '@assoc/contract/core/day'
import { refuse } from '../../../platform/errors'
import type { Action } from '../../../platform/resource/definition'
import { spokenFor } from '../refund-hooks'
import { settleMany } from '../ledger.bulk.service'
import { lockMembers } from '../ledger.repository'
import { lock, type Spending } from '../ledger.service'
import { writeAndSettle } from '../payment/service'
import * as repository from './repository'

/**
 * Notes the lines that nobody has read, settles those that are to be dues of the member whom their payer still means, and puts
 * the others aside: nothing is booked otherwise than it was shown. In one transaction.
 */
export async function bookLines(action: Action, given: readonly repository.LineToBook[]): Promise<{ added: number; matched: number }> {
  const lines = await repository.insertLines(action.db, given, action.principal)
  if (lines.length === 0) return { added: 0, matched: 0 }
  const payers = await repository.payersNamed(action.db, [...new Set(lines.filter((line) => line.memberId).map((line) => line.payerName))])
  const stillHers = ({ payerName, memberId }: repository.LineToBook) => payers.get(payerName)?.members === 1 && payers.get(payerName)?.memberId === memberId
  for (const line of lines) if (!stillHers(line)) line.memberId = null
  lines.sort((a, b) => a.row - b.row)
  const paying = [...new Set(lines.flatMap((line) => line.memberId ?? []))].sort((a, b) => Number(a) - Number(b))
  // All members before the first number of a payment, in one order: two imports never wait for each other in a ring.
  await lockMembers(action.db, paying)
  // Under the locks: nobody writes a payment of these members down any more.
  const taken = await repository.paymentsOfSerials(action.db, lines.map((line) => line.serialNo), true)
  const other = await spokenFor(action.db, lines.filter((line) => line.memberId), true)
  for (const line of lines) if (other.has(line.serialNo)) line.memberId = null
  const { links, fresh, waiting } = sorted(lines, taken)
  const order: string[] = []
  const ids = await settleMany(action, paying, (memberId) => (fresh.get(memberId) ?? []).map((line) => (order.push(line.lineId), paymentOf(memberId, line, line.serialNo))))
  links.push(...ids.map((paymentId, i) => ({ lineId: order[i] ?? '', paymentId })))
  if (links.length > 0) await repository.linkLines(action.db, links, 'auto')
  if (waiting.length > 0) await repository.suspend(action.db, waiting)
  return { added: lines.length, matched: links.length }
}

/** Lines whose money somebody wrote down before, those that become payments by their member, and those that wait: nobody's, or with another's serial. */
function sorted(lines: readonly repository.NewLine[], taken: Map<string, repository.TakenSerial>) {
  const links: repository.Link[] = []
  const fresh = new Map<string, repository.NewLine[]>()
  const waiting: string[] = []
  const seen = new Set<string>()
  for (const line of lines) {
    const { memberId } = line
    const known = taken.get(line.serialNo)
    // The same serial of another account in this file is other money.
    const fits = known && !known.linked && known.memberId === memberId && known.amount === line.amount
    if (!memberId || seen.has(line.serialNo) || (known ? !fits : line.matchOnly)) waiting.push(line.lineId)
    else {
      seen.add(line.serialNo)
      if (known) links.push({ lineId: line.lineId, paymentId: known.paymentId })
      else fresh.set(memberId, [...(fresh.get(memberId) ?? []), line])
    }
  }
  return { links, fresh, waiting }
}

const paymentOf = (memberId: string, line: Pick<repository.NewLine, 'tradeTime' | 'amount' | 'payerName' | 'purpose'>, bankSerial: string) => ({
  memberId,
  payDate: today(new Date(line.tradeTime)),
  amount: line.amount,
  channel: 'bank' as const,
  payerName: line.payerName,
  bankSerial,
  remark: line.purpose,
})

/** Makes a settled payment of suspended money for a member; answers its id. Refused where somebody wrote the same serial down by hand. */
export async function payFromLine(action: Action, memberId: string, line: repository.SuspendedLine, spending?: Spending): Promise<string> {
  await lock(action, memberId)
  const taken = (await repository.paymentsOfSerials(action.db, [line.serialNo], true)).get(line.serialNo)
  if (taken && !taken.linked) throw refuse.inUse(`流水号 ${line.serialNo} 已登记为缴费 ${taken.payNo}，请先核对，避免重复入账；是同一笔款时请用「匹配已有缴费」`)
  // Serial numbers are one bank account's own: that of a second account bears its last digits.
  const serial = taken ? `${line.serialNo.slice(0, 35)}-${line.account.slice(-4)}` : line.serialNo
  const paymentId = await writeAndSettle(action, paymentOf(memberId, { ...line, tradeTime: line.tradeTime.toISOString() }, serial), spending)
  await repository.linkLines(action.db, [{ lineId: line.lineId, paymentId }], 'manual')
  return paymentId
}
