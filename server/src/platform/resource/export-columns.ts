import { itemOf, metaOf, shapeOf, type AnyResource } from '@assoc/contract'
import { carriedFields, holdsId } from '@assoc/contract/core/references'
import type { z } from 'zod'
import type { Principal } from '../access/principal'
import type { Db } from '../database/database'
import { refuse } from '../errors'
import type { ResourceRuntime, Row } from './definition'
import { hasNames, namesOf } from './reference-names'

const NOT_SHOWN = ['version', 'abilities', 'separated']

export const exportedRow = ({ options, contract }: ResourceRuntime): z.ZodType => options.exportAs?.row ?? contract.row

/** Entity that a field refers to, by one id or several; undefined where it refers to none. */
export const entityOf = (schema: z.ZodType): string | undefined => {
  const item = itemOf(schema)
  const { ref, lookup } = metaOf(schema)
  return ref ?? lookup?.entity ?? (item && metaOf(item).ref)
}

/**
 * Columns that stand for a field in a workbook: none for what has no label and for ids that say nothing, those that name it for a
 * reference whose row says more of it, and itself for all others.
 */
function columnsFor(shape: Readonly<Record<string, z.ZodType>>, field: string): readonly string[] {
  const schema = shape[field]
  if (!schema || NOT_SHOWN.includes(field) || !metaOf(schema).label) return []
  if (!holdsId(schema)) return [field]
  const carried = carriedFields(shape, field, schema).filter((name) => name in shape)
  const entity = entityOf(schema)
  return carried.length > 0 ? carried : entity && hasNames(entity) ? [field] : []
}

/** Columns of a resource's export: the chosen ones, in their order, or all; those that are always in it stand last. An unknown one is refused. */
export function exportColumns(m: ResourceRuntime, chosen: readonly string[] | undefined): string[] {
  const shape = shapeOf(exportedRow(m)) ?? {}
  const { always = [] } = m.options.exportAs ?? {}
  const fields = Object.keys(shape)
  if (chosen?.some((field) => !fields.includes(field) || NOT_SHOWN.includes(field) || field === m.idField)) throw refuse.field('columns', '没有这一列')
  const all = (some: readonly string[]) => [...new Set(some.filter((field) => field !== m.idField).flatMap((field) => columnsFor(shape, field)))]
  const columns = all(chosen ?? fields)
  // Of chosen fields none may be one that a workbook shows.
  return [...(columns.length > 0 ? columns : all(fields)).filter((field) => !always.includes(field)), ...always]
}

/** Rows with names in the place of ids, in the columns that show references. */
export async function withNames(db: Db, m: ResourceRuntime, principal: Principal, columns: readonly string[], part: Row[]): Promise<Row[]> {
  const shape = shapeOf(exportedRow(m)) ?? {}
  let named = part
  for (const field of columns) {
    const schema = shape[field]
    const entity = schema && holdsId(schema) ? entityOf(schema) : undefined
    if (!entity) continue
    const names = await namesOf(db, principal, entity, part.flatMap((row) => idsIn(row[field])))
    named = named.map((row) => ({ ...row, [field]: idsIn(row[field]).flatMap((id) => names.get(id) ?? []).join('、') || null }))
  }
  return named
}

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : value === null || value === undefined ? [] : [String(value)])

/** Filters with the names of what they refer to, for their words: what cannot be named is left to be told as it is. */
export async function namedFilters(db: Db, principal: Principal, { row, definition }: AnyResource, filters: Row): Promise<Row> {
  const shape: Record<string, z.ZodType> = { ...shapeOf(row), ...definition.filters }
  const named: Row = { ...filters }
  for (const [key, value] of Object.entries(filters)) {
    const schema = shape[key]
    // One's own id alone is let through.
    if (schema && metaOf(schema).self && idsIn(value).length > 0) named[key] = principal.realName
    const entity = schema && holdsId(schema) ? entityOf(schema) : undefined
    if (!entity || idsIn(value).length === 0) continue
    const names = await namesOf(db, principal, entity, idsIn(value))
    named[key] = idsIn(value).map((id) => names.get(id) ?? '（已删除或无权查看）').join('、')
  }
  return named
}
