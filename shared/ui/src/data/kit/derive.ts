import { itemOf, labelOf, lookupOf, metaOf, shapeOf, typeOf, type AnyResource } from '@assoc/contract'
import type { z } from 'zod'
import type { FormField } from './FormFields'
import type { SearchField } from './SearchForm'

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

/**
 * The form of a resource from its contract: texts, numbers, dates, switches, choices, references to other records. A field that
 * the contract cannot draw is given in `own` by its name; `own` also adds help or width. Fields in `without` are not on the form.
 * Throws for a reference without a lookup: as a text field it would ask people for ids.
 */
export function deriveFields(resource: AnyResource, own: Record<string, Partial<FormField>> = {}, without: readonly string[] = []): FormField[] {
  return Object.entries(resource.definition.fields)
    .filter(([name]) => !without.includes(name))
    .map(([name, schema]) => fieldOf(`${resource.definition.name}.${name}`, name, schema, own[name]))
}

/** The form of a page: the resource's fields, of which the page may show only some, in an order of its own, or leave some out. */
export function deriveForm(resource: AnyResource, own: Record<string, Partial<FormField>>, shown: { only?: readonly string[]; except?: readonly string[] } = {}, without: readonly string[] = []): FormField[] {
  const { only, except = [] } = shown
  const left = only ? Object.keys(resource.definition.fields).filter((name) => !only.includes(name)) : except
  const fields = deriveFields(resource, own, [...without, ...left])
  return only ? only.flatMap((name) => fields.filter((field) => field.name === name)) : fields
}

/** A field for each column of rows, from the rows' schema; `own` adds to them by name, `of` stands before the names of fields that take files. */
export const deriveCells = (row: z.ZodType, own: Record<string, Partial<FormField>> = {}, of = ''): FormField[] =>
  Object.entries(shapeOf(row) ?? {}).map(([name, schema]) => fieldOf(of + name, name, schema, own[name]))

const fieldOf = (purpose: string, name: string, schema: z.ZodType, own: Partial<FormField> | undefined): FormField =>
  ({ ...drawn(purpose, name, schema, own), ...(metaOf(schema).rules?.computed ? { disabled: true } : {}), ...own }) as FormField

function drawn(purpose: string, name: string, schema: z.ZodType, own: Partial<FormField> | undefined): FormField {
  const meta = metaOf(schema)
  if (own?.kind) return { name, kind: own.kind } as FormField
  if (meta.files) return { name, kind: 'files', purpose, rule: meta.files }
  if (meta.lines) return { name, kind: 'lines', row: itemOf(schema) as z.ZodType, cells: deriveCells(itemOf(schema) as z.ZodType), rule: meta.lines }
  const type = typeOf(schema)
  const lookup = lookupOf(schema)
  if (lookup) return { name, kind: 'ref', schema, multiple: type === 'array', ...(type === 'array' || !lookup.few ? { span: 2 } : {}) }
  if (meta.ref) throw new Error(`the form field ${name} refers to a record: give it a lookup`)
  if (meta.options) return { name, kind: type === 'array' ? 'checks' : 'select', options: optionsOf(meta.options) }
  if (meta.show === 'longText') return { name, kind: 'longText' }
  if (meta.show === 'date' || meta.show === 'rich' || meta.show === 'address') return { name, kind: meta.show }
  if (meta.show === 'instant') return { name, kind: 'dateTime', past: meta.past ?? false }
  if (meta.show === 'time') return { name, kind: 'time', step: meta.step ?? 1 }
  if (meta.show === 'money' || meta.show === 'yuan') return { name, kind: 'money' }
  if (type === 'array') {
    const item = itemOf(schema)
    const options = item ? metaOf(item).options : undefined
    if (!options) throw new Error(`the form field ${name} is a list: give it a kind`)
    return { name, kind: 'checks', options: optionsOf(options) }
  }
  if (type === 'boolean') return { name, kind: 'switch' }
  return { name, kind: type === 'number' || type === 'int' ? 'number' : 'text' }
}

/** The search form of a resource from the filters of its contract: a keyword, choices, ranges of dates written xFrom and xTo. */
export function deriveSearch(resource: AnyResource, keywordHint?: string): SearchField[] {
  const filters = resource.definition.filters ?? {}
  return Object.entries(filters).flatMap(([name, schema]): SearchField[] => {
    const meta = metaOf(schema)
    const label = meta.label ?? labelOf(resource.row, name)
    const lookup = lookupOf(schema)
    if (lookup) return [{ kind: 'ref', name, label, lookup, ...(itemOf(schema) ? { multiple: true } : {}) }]
    if (meta.ref || (name.endsWith('To') && `${name.slice(0, -2)}From` in filters)) return []
    if (name.endsWith('From') && `${name.slice(0, -4)}To` in filters) return [{ kind: 'dates', name, to: `${name.slice(0, -4)}To`, label: labelOf(resource.row, name.slice(0, -4)) }]
    const item = itemOf(schema)
    const options = meta.options ?? (item ? metaOf(item).options : undefined)
    if (options) return [{ kind: 'select', name, label, options: optionsOf(options), ...(item ? { multiple: true } : {}) }]
    if (item) return [{ kind: 'list', name, label }]
    // A long list of what is searched would leave no room to type in.
    if (name === 'keyword') return [{ kind: 'text', name, label: label.length > 5 ? '关键字' : label, ...(keywordHint || label.length > 5 ? { placeholder: keywordHint ?? label } : {}) }]
    return [{ kind: 'text', name, label }]
  })
}

/**
 * Filters of the contract that name a record and stand on no search form, such as the company whose page a link comes from:
 * the address may hold them, the list shows each as a tag with the record's name from its rows.
 */
export const narrowingOf = (resource: AnyResource, search: readonly SearchField[]): { name: string; label: string; by: string }[] =>
  Object.entries(resource.definition.filters ?? {})
    .filter(([name, schema]) => metaOf(schema).ref !== undefined && !search.some((field) => field.name === name))
    .map(([name, schema]) => ({ name, label: metaOf(schema).label ?? labelOf(resource.row, name), by: name.replace(/Id$/, 'Name') }))

/** Names of the filters that the address holds, and those of them that are lists of values. */
export const filtersOf = (search: readonly SearchField[]) => ({
  filters: search.flatMap((f) => (f.kind === 'dates' ? [f.name, f.to] : [f.name])),
  lists: search.filter((f) => f.kind === 'list' || ((f.kind === 'select' || f.kind === 'ref') && f.multiple)).map((f) => f.name),
})

/** Fields of a detail, in the order of the row: all that have a label; ids and the version are left out. */
export const detailFields = ({ row, definition }: AnyResource): string[] =>
  Object.entries(shapeOf(row) ?? {})
    .filter(([name, schema]) => metaOf(schema).label !== undefined && metaOf(schema).ref === undefined && !metaOf(schema).id && name !== definition.id && name !== 'version')
    .map(([name]) => name)
