import type { SmsProvider, TextUse } from './sms'

/** What a provider answers about the templates for the console's own texts. `needed`: it sends by template alone. */
export const templates = (numbers: ReadonlyMap<TextUse, string>, needed: boolean): Pick<SmsProvider, 'templateOf' | 'sends'> => ({
  templateOf: (use) => numbers.get(use) ?? null,
  sends: (use) => !needed || numbers.has(use),
})
