import { itemOf, metaOf } from './fields'
import type { z } from 'zod'

const stem = (name: string) => name.replace(/Ids?$/, '')

/**
 * Fields of a row that name what its field `name` refers to, as its contract says or by their own names: `companyName` of `companyId`,
 * `memberName` and `memberNo` of `memberId`. Empty where the row says the id alone.
 */
export function carriedFields(row: object, name: string, schema: z.ZodType): readonly string[] {
  const { lookup, carried } = metaOf(schema)
  if (carried) return carried
  if (!lookup) return []
  const of = stem(lookup.id)
  const parts = lookup.label.filter((part) => part.startsWith(of)).map((part) => stem(name) + part.slice(of.length))
  return [...new Set([...parts, `${stem(name)}Name`])].filter((field) => field in row)
}

/** Whether a field holds the id of a record, or ids of several: what nobody reads. */
export function holdsId(schema: z.ZodType): boolean {
  const item = itemOf(schema)
  return metaOf(schema).id === true || (item !== undefined && metaOf(item).id === true)
}
