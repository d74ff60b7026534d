import { lookupOf } from '@assoc/contract'
import type { z } from 'zod'
import type { Action, NamedRecord, ResourceOptions, Row } from './definition'
import { runtimeNamed } from './registry'
import { rowsNamed } from './rows.repository'

type Finder = NonNullable<ResourceOptions['named']>
const finders = new Map<string, Finder>()
/** Says how a cell names records of an entity that is no resource. */
export const nameEntity = (entity: string, find: Finder): void => void finders.set(entity, find)

/**
 * What a cell of an import means in a field that refers to records: those that its lookup's fields (`named`) or the resource itself find
 * by the text, within the person's data scope; of those that follow another field, such as the contacts of a company, the ones of what
 * that field of the row says. Undefined for fields whose records nobody can name.
 */
export function finderOf(schema: z.ZodType): ((action: Action, text: string, beside?: Row) => Promise<readonly NamedRecord[]>) | undefined {
  const lookup = lookupOf(schema)
  const found = lookup && finders.get(lookup.entity)
  if (found) return ({ db, principal }, text, beside = {}) => found(db, principal, text.trim(), beside)
  const m = lookup && runtimeNamed(lookup.entity)
  if (!lookup || !m) return undefined
  const { named } = m.options
  if (named) return ({ db, principal }, text, beside = {}) => named(db, principal, text, beside)
  const fields = lookup.named
  return fields && (({ db, principal }, text, beside = {}) => rowsNamed(db, m, principal, fields, { ...lookup.filter, ...followed(lookup.of, beside) }, text))
}

/** The filters of a lookup that follow other fields of the row. */
const followed = (of: Readonly<Record<string, string>> = {}, beside: Row): Row => Object.fromEntries(Object.entries(of).flatMap(([filter, field]) => (beside[field] === undefined ? [] : [[filter, beside[field]]])))
