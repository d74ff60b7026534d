import { lookupOf, shapeOf, type FileItem } from '@assoc/contract'
import type { z } from 'zod'
import { textOf } from '../data/kit/columns'
import { fenText, rowsOf, type FormField, type LinesField } from '../data/kit/FormFields'
import { labelSeen } from '../data/kit/record-labels'
import { knownTree, type TreeOption } from '../data/kit/tree-options'
import { carriedBy } from './references'

/**
 * What a field shows for a value, where two versions are compared; undefined for fields that show it as the contract says. A record has
 * the name that `record`, from which the value comes, tells of it, or the one that it was met by.
 */
export function labelOfOption(field: FormField, schema: z.ZodType, value: unknown, record?: Record<string, unknown>): string | undefined {
  if (field.kind === 'own') return field.show?.(value)
  if (field.kind === 'files') return ((value ?? []) as FileItem[]).map((f) => f.fileName).join('、')
  if (field.kind === 'money') return typeof value === 'number' ? fenText(value) : undefined
  if (field.kind === 'ref') return refLabel(field, field.schema ?? shapeOf(schema)?.[field.name], value, record)
  if (field.kind === 'lines') return linesText(field, value)
  const options = field.kind === 'tree' ? (field.options ?? (field.load && knownTree(field.load)) ?? []) : 'options' in field ? field.options : undefined
  if (!options || value === null || value === undefined) return undefined
  const inTree = (options: readonly TreeOption[], wanted: unknown): string | undefined => {
    for (const option of options) {
      const found = option.value === wanted ? option.title : inTree(option.children ?? [], wanted)
      if (found !== undefined) return found
    }
    return undefined
  }
  const one = (wanted: unknown) =>
    (field.kind === 'tree' ? inTree(options as readonly TreeOption[], wanted) : (options as readonly { value: string; label: string }[]).find((o) => o.value === wanted)?.label) ?? String(wanted)
  return Array.isArray(value) ? value.map(one).join('、') : one(value)
}

const linesText = ({ row, cells }: LinesField, value: unknown): string =>
  rowsOf(value).map((line) => cells.map((cell) => labelOfOption(cell, row, line[cell.name]) ?? textOf(row, cell.name, line[cell.name])).join('，')).join('；')

function refLabel({ name, lookup, known = [] }: FormField & { kind: 'ref' }, schema: z.ZodType | undefined, value: unknown, record?: Record<string, unknown>): string | undefined {
  const by = lookup ?? (schema && lookupOf(schema))
  const told = record && schema ? carriedBy(record, name, schema) : undefined
  const one = (id: unknown) => [...known, ...(told ? [told] : [])].find((k) => k.value === id)?.label ?? (by && labelSeen(by, id)) ?? '（未读取名称的记录）'
  return Array.isArray(value) ? value.map(one).join('、') || undefined : value ? one(value) : undefined
}
