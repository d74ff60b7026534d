import { itemOf, labelOf, metaOf, shapeOf, type AnyResource, type Call, type Lookup } from '@assoc/contract'
import { carriedFields } from '@assoc/contract/core/references'
import type { ViewName } from '@assoc/contract/views'
import type { z } from 'zod'
import { textOf } from '../data/kit/columns'
import type { RemoteOption } from '../data/kit/record-labels'

const rowSchemaOf = ({ response }: Call): z.ZodType | undefined => itemOf(shapeOf(response)?.['items'] ?? response)

/** Says a row of the lookup's list by the fields of its label: choices in words, money with what it is. */
export function wordRow(lookup: Lookup, list: Call, row: Record<string, unknown>): string {
  const schema = rowSchemaOf(list)
  const said = lookup.label.flatMap((field) => {
    const value = row[field]
    if (value === null || value === undefined || value === '') return []
    if (!schema) return [String(value)]
    const text = textOf(schema, field, value)
    const { show } = metaOf(shapeOf(schema)?.[field] ?? schema)
    return [show === 'yuan' || show === 'money' ? saidWithUnit(labelOf(schema, field), text) : text]
  })
  return [...new Set(said)].join(' · ')
}

/** 余额（元） and 1,200.00 are 余额 1,200.00 元. */
function saidWithUnit(label: string, text: string): string {
  const unit = /（([^（）]{1,6})）$/.exec(label)
  return unit ? `${label.slice(0, unit.index)} ${text} ${unit[1]}` : `${label} ${text}`
}

/**
 * What a row itself says of the record that its field refers to: nobody has to be allowed to read that record for it. Undefined where
 * the row carries no name.
 */
export function carriedBy(row: Record<string, unknown>, name: string, schema: z.ZodType): RemoteOption | undefined {
  const value = row[name]
  const said = carriedFields(row, name, schema).map((field) => row[field]).filter((part) => typeof part === 'string' && part)
  return typeof value === 'string' && said.length > 0 ? { value, label: said.join(' · ') } : undefined
}

/** Fields of a row that refer to a record which a view shows, with the field that names it. */
export const referencesOf = ({ row }: AnyResource): { name: string; by: string; lookup: Lookup; view: ViewName }[] =>
  Object.entries(shapeOf(row) ?? {}).flatMap(([name, schema]) => {
    const { lookup } = metaOf(schema)
    const view = lookup?.view as ViewName | undefined
    const [by] = carriedFields(shapeOf(row) ?? {}, name, schema)
    return lookup && view && by ? [{ name, by, lookup, view }] : []
  })
