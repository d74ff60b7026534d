import { lookupOf } from '@assoc/contract'
import type { z } from 'zod'
import type { Action, NamedRecord, ResourceOptions } from './definition'
import { runtimeNamed } from './registry'
import { rowsNamed } from './rows.repository'

type Finder = NonNullable<ResourceOptions['named']>
const finders = new Map<string, Finder>()
/** Says how a cell names records of an entity that is no resource. */
export const nameEntity = (entity: string, find: Finder): void => void finders.set(entity, find)

/**
 * What a cell of an import means in a field that refers to records: those that its lookup's fields (`named`) or the resource itself find
 * by the text, within the person's data scope. Undefined for fields whose records nobody can name.
 */
export function finderOf(schema: z.ZodType): ((action: Action, text: string) => Promise<readonly NamedRecord[]>) | undefined {
  const lookup = lookupOf(schema)
  const found = lookup && finders.get(lookup.entity)
  if (found) return ({ db, principal }, text) => found(db, principal, text.trim())
  const m = lookup && runtimeNamed(lookup.entity)
  if (!lookup || !m) return undefined
  const { named } = m.options
  if (named) return ({ db, principal }, text) => named(db, principal, text)
  const fields = lookup.named
  return fields && (({ db, principal }, text) => rowsNamed(db, m, principal, fields, { ...lookup.filter }, text))
}
