import { itemOf, metaOf, shapeOf, type Call } from '@assoc/contract'
import { deriveCells, type FormField } from '@assoc/ui'

/** The rows of a call's field as a form draws them; `own` adds to its columns. */
export function linesField(call: Call, name: string, own: Record<string, Partial<FormField>> = {}): FormField {
  const schema = shapeOf(call.request)?.[name]
  const row = schema && itemOf(schema)
  const rule = schema && metaOf(schema).lines
  if (!row || !rule) throw new Error(`${name} has no rows`)
  return { name, kind: 'lines', row, rule, cells: deriveCells(row, own) }
}
