import type { z } from 'zod'
import { metaOf, shapeOf, typeOf, withMeta } from './fields'

type Values = Record<string, unknown>

/**
 * A field that matters only while another one holds one of some values: the form shows it then, and asks for it then when it is
 * `required`; otherwise it is stored empty, whatever was typed before the choice fell on something else.
 */
export const onlyWhen = <S extends z.ZodType>(schema: S, field: string, is: readonly (string | boolean)[], required: boolean): S => withMeta(schema, { when: { field, is, required } })

/** Whether a field matters with these values; one without a condition always does. */
export function matters(schema: z.ZodType, values: Values): boolean {
  const { when } = metaOf(schema)
  return !when || when.is.includes(values[when.field] as string)
}

const isMissing = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A form's schema that also asks for what its conditions require. Personal data left out of a change stays as it is stored. */
export function asksFor<S extends z.ZodType>(schema: S): S {
  const asked = Object.entries(shapeOf(schema) ?? {}).filter(([, field]) => metaOf(field).when?.required)
  if (asked.length === 0) return schema
  // Asked whatever else is wrong with the form: a person corrects it once, not in turns.
  return asked.reduce<z.ZodType>((all, [name, field]) => {
    const { label = name, options, ref, files, personal } = metaOf(field)
    const complete = (given: unknown) => {
      const values = (typeof given === 'object' && given !== null ? given : {}) as Values
      return !matters(field, values) || !isMissing(values[name]) || (personal !== undefined && values[name] === undefined && 'version' in values)
    }
    return all.refine(complete, { path: [name], message: `${files ? '请上传' : options || ref ? '请选择' : '请填写'}${label}`, when: () => true })
  }, schema) as S
}

/** Values with those emptied that do not matter beside the others: null, false for a switch, no items for a list. */
export function withoutIdle(shape: Record<string, z.ZodType>, values: Values): Values {
  const idle = Object.entries(shape).filter(([name, field]) => name in values && !matters(field, values))
  if (idle.length === 0) return values
  return { ...values, ...Object.fromEntries(idle.map(([name, field]) => [name, emptyOf(typeOf(field))])) }
}

const emptyOf = (type: string) => (type === 'boolean' ? false : type === 'array' ? [] : null)
