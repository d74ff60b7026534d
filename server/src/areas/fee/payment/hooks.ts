import type { Action } from '../../../platform/resource/definition'

type Rule = (action: Action, paymentId: string, reason: string | null) => Promise<void>

const rules: Rule[] = []

/** Registers what follows, in the same transaction, when a payment no longer stands for its money: it was given back or reversed. */
export const onPaymentReversed = (rule: Rule): void => void rules.push(rule)

/** Tells that a payment no longer stands for its money; its member is locked by then. */
export async function emitPaymentReversed(action: Action, paymentId: string, reason: string | null): Promise<void> {
  for (const rule of rules) await rule(action, paymentId, reason)
}
