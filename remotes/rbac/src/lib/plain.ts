import { session } from '@assoc/session'

/** The way to single personal fields in plain text, each look logged; undefined for who may not see them. */
export const revealing = (ask: (field: string) => Promise<{ values: Record<string, string | null> }>): ((field: string) => Promise<string | null>) | undefined =>
  session().has('pi:plain:view') ? async (field) => (await ask(field)).values[field] ?? null : undefined
