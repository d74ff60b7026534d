import type { Db } from '../../platform/database/database'
import type { Action } from '../../platform/resource/definition'

// What other areas say before money goes back. They register here and throw the refusal; the member is locked by then.
// Every payment comes by here, however it was settled: many are settled at once (ledger.bulk.service.ts), none is reversed so.

type OfPayment = (action: Pick<Action, 'db'>, paymentId: string) => Promise<void>
/** Money that came by a line of the bank's statements; `amount` in 分. */
export interface CameBy {
  serialNo: string
  amount: number
}
type OfMoney = (action: Pick<Action, 'db'>, money: CameBy) => Promise<void>
/** Serials among those of the money whose money is spoken for as other business; with `hold` nobody speaks for any of them until the transaction ends. */
type Spoken = (db: Db, money: readonly CameBy[], hold: boolean) => Promise<readonly string[]>
type OfBalance = (action: Pick<Action, 'db'>, memberId: string, amount: number) => Promise<void>

const ofPayment: OfPayment[] = []
const ofBalance: OfBalance[] = []
const ofMoney: OfMoney[] = []
const spoken: Spoken[] = []

/** Registers a rule for a payment that is to be reversed. */
export const beforeReversing = (rule: OfPayment): void => void ofPayment.push(rule)
/** Registers a rule for money of the bank's that is to be no other business any more, or is to go back or become dues before it was one. */
export const beforeLosingOther = (rule: OfMoney): void => void ofMoney.push(rule)
/** Registers who knows of money that it is other business before the bank's statement has come. */
export const knowsOther = (rule: Spoken): void => void spoken.push(rule)
/** Registers a rule for an amount (分) that is to be given back out of a member's balance. */
export const beforeRefunding = (rule: OfBalance): void => void ofBalance.push(rule)

export async function mayBeReversed(action: Pick<Action, 'db'>, paymentId: string): Promise<void> {
  for (const rule of ofPayment) await rule(action, paymentId)
}

export async function mayBeRefunded(action: Pick<Action, 'db'>, memberId: string, amount: number): Promise<void> {
  for (const rule of ofBalance) await rule(action, memberId, amount)
}

export async function spokenFor(db: Db, money: readonly CameBy[], hold: boolean): Promise<Set<string>> {
  const serials = new Set<string>()
  for (const rule of spoken) for (const serial of await rule(db, money, hold)) serials.add(serial)
  return serials
}

export async function mayBeNoOther(action: Pick<Action, 'db'>, money: CameBy): Promise<void> {
  for (const rule of ofMoney) await rule(action, money)
}
