import type { Deed } from '../../../../platform/resource/definition'

type Rule = (deed: Deed, paymentId: string, reason: string | null) => Promise<void>

const rules: Rule[] = []

/** Registers what follows, in the same transaction, when a payment no longer stands for its money: it was given back or reversed. */
export const whenFreed = (rule: Rule): void => void rules.push(rule)

/** Tells that a payment no longer stands for its money; its member is locked by then. */
export async function tellFreed(deed: Deed, paymentId: string, reason: string | null): Promise<void> {
  for (const rule of rules) await rule(deed, paymentId, reason)
}
