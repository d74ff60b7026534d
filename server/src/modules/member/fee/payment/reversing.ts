import type { Deed } from '../../../../platform/resource/definition'

type Rule = (deed: Pick<Deed, 'db'>, paymentId: string) => Promise<void>
const rules: Rule[] = []

/** Adds what another area says before a payment is reversed: it throws the refusal. The member is locked by then. */
export const beforeReversing = (rule: Rule): void => void rules.push(rule)

/** Asks the areas whether a payment may be reversed. */
export async function mayBeReversed(deed: Pick<Deed, 'db'>, paymentId: string): Promise<void> {
  for (const rule of rules) await rule(deed, paymentId)
}
