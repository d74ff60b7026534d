import { isMissing, labelOf, type FieldError } from '@assoc/contract'
import { sentenceOf } from '@assoc/contract/core/sentences'
import type { z } from 'zod'
import type { FormField } from './FormFields'

/** Checks a form with the contract's own schema: the same sentences as the server's, before anything is sent. */
export function checkForm(schema: z.ZodType, values: unknown): FieldError[] {
  const result = schema.safeParse(values)
  if (result.success) return []
  return result.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: sentenceOf(schema, issue) }))
}

/** Fields that this form asks for and that are empty, though the contract lets others leave them out. */
export const missingIn = (fields: readonly FormField[], schema: z.ZodType, values: Record<string, unknown>): FieldError[] =>
  fields.filter((f) => f.required && isMissing(values[f.name])).map((f) => ({ path: f.name, message: `${'options' in f || f.kind === 'ref' || f.kind === 'date' || f.kind === 'dateTime' ? '请选择' : '请填写'}${f.label ?? labelOf(schema, f.name)}` }))

/** A place in antd's form: a field, or the cell of a row. */
export type Place = (string | number)[]

/** Where a fault of a dotted path stands: at the cell of a row, at its field, or null where the form has no such field. */
export function placeOf(fields: readonly FormField[], path: string): Place | null {
  const [name = '', row = '', cell = ''] = path.split('.')
  const field = fields.find((f) => f.name === name)
  if (!field) return null
  return field.kind === 'lines' && /^\d+$/.test(row) && field.cells.some((c) => c.name === cell) ? [name, Number(row), cell] : [name]
}

/** Errors as antd's form takes them, with those before taken away where there are none now. */
export function errorsAt(fields: readonly FormField[], now: readonly FieldError[], before: readonly FieldError[]): { name: Place; errors: string[] }[] {
  const at = new Map<string, { name: Place; errors: string[] }>(fields.map((f) => [f.name, { name: [f.name], errors: [] }]))
  const place = (path: string) => {
    const name = placeOf(fields, path)
    const key = name?.join('.') ?? ''
    if (name && !at.has(key)) at.set(key, { name, errors: [] })
    return at.get(key)
  }
  for (const { path } of before) place(path)
  for (const { path, message } of now) place(path)?.errors.push(message)
  return [...at.values()]
}

/** Text of a field's errors by its first name, for the summary; the first of each field, with the row where it is in one. */
export function byField(errors: readonly FieldError[], fields: readonly FormField[] = []): Map<string, string> {
  const map = new Map<string, string>()
  for (const error of errors) {
    const [name = '', row] = error.path.split('.')
    const inRow = row !== undefined && /^\d+$/.test(row) && fields.some((f) => f.kind === 'lines' && f.name === name) ? `第 ${Number(row) + 1} 行，` : ''
    if (!map.has(name)) map.set(name, `${inRow}${error.message}`)
  }
  return map
}
