import { following, itemOf, metaOf, settled, shapeOf } from '@assoc/contract'
import type { z } from 'zod'
import { fromForm, toForm, type FormField } from './FormFields'

type Values = Record<string, unknown>
type Shape = Record<string, z.ZodType>

/** A part of antd's form. */
interface Settable {
  setFieldValue: (place: (string | number)[], value: unknown) => void
  getFieldsValue: (all: true) => Values
}

const ruled = new WeakMap<z.ZodType, Shape | null>()

/** The fields of a form's schema where any of them has rules, also in rows; null for most forms, which then pay nothing. */
function shapeWithRules(schema: z.ZodType): Shape | null {
  const known = ruled.get(schema)
  if (known !== undefined) return known
  const has = (shape: Shape): boolean => Object.values(shape).some((field) => metaOf(field).rules || (metaOf(field).lines && has(shapeOf(itemOf(field) as z.ZodType) ?? {})))
  const shape = shapeOf(schema) ?? {}
  ruled.set(schema, has(shape) ? shape : null)
  return has(shape) ? shape : null
}

/** What a form begins with: a new record with what its rules fill in. */
export function begun(schema: z.ZodType, initial: Values, isNew: boolean): Values {
  const shape = isNew && shapeWithRules(schema)
  if (!shape) return initial
  const values = settled(shape, initial)
  return { ...initial, ...values, ...following(shape, {}, values) }
}

/** Carries out the rules of a form after a change by hand; answers the values of the form as they then are. */
export function follow(form: Settable, schema: z.ZodType, fields: readonly FormField[], before: Values, given: Values): Values {
  const shape = shapeWithRules(schema)
  if (!shape) return given
  const changes = following(shape, before, fromForm(fields, given))
  for (const field of fields) {
    if (!(field.name in changes)) continue
    const value = toForm([field], changes)[field.name]
    if (field.kind !== 'lines') {
      form.setFieldValue([field.name], value)
      continue
    }
    // Cell by cell: a row that is put in whole would be another row to whoever types in it.
    const old = (given[field.name] ?? []) as (Values | undefined)[]
    for (const [i, row] of (value as Values[]).entries()) for (const cell of field.cells) if (row[cell.name] !== old[i]?.[cell.name]) form.setFieldValue([field.name, i, cell.name], row[cell.name])
  }
  return form.getFieldsValue(true)
}
