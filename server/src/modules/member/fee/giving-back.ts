import type { Deed } from '../../../platform/resource/definition'

// What other areas say before money goes back. They register here and throw the refusal; the member is locked by then.

type OfPayment = (deed: Pick<Deed, 'db'>, paymentId: string) => Promise<void>
type OfBalance = (deed: Pick<Deed, 'db'>, memberId: string, amount: number) => Promise<void>

const ofPayment: OfPayment[] = []
const ofBalance: OfBalance[] = []

/** Registers a rule for a payment that is to be reversed. */
export const beforeReversing = (rule: OfPayment): void => void ofPayment.push(rule)
/** Registers a rule for an amount (分) that is to be given back out of a member's balance. */
export const beforeRefunding = (rule: OfBalance): void => void ofBalance.push(rule)

export async function mayBeReversed(deed: Pick<Deed, 'db'>, paymentId: string): Promise<void> {
  for (const rule of ofPayment) await rule(deed, paymentId)
}

export async function mayBeRefunded(deed: Pick<Deed, 'db'>, memberId: string, amount: number): Promise<void> {
  for (const rule of ofBalance) await rule(deed, memberId, amount)
}
