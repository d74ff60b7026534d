import type { z } from 'zod'
import { itemOf, metaOf, shapeOf, typeOf, withMeta } from './fields'
import { askFor } from './sentences'

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

/** Nothing was given: no value, no text, no item. */
export const isMissing = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const valuesOf = (given: unknown): Values => (typeof given === 'object' && given !== null ? given : {}) as Values

/**
 * A form's schema that also checks what its fields have to do with each other: what their conditions require, and the rules of
 * core/field-rules.ts. Personal data left out of a change stays as it is stored.
 */
export function asksFor<S extends z.ZodType>(schema: S): S {
  const fields = Object.entries(shapeOf(schema) ?? {})
  // Asked whatever else is wrong with the form: a person corrects it once, not in turns.
  const always = { when: () => true }
  const asked = fields.filter(([, field]) => metaOf(field).when?.required)
  const asking = asked.reduce<z.ZodType>((all, [name, field]) => {
    const { personal } = metaOf(field)
    const complete = (given: unknown) => {
      const values = valuesOf(given)
      return !matters(field, values) || !isMissing(values[name]) || (personal !== undefined && values[name] === undefined && 'version' in values)
    }
    return all.refine(complete, { path: [name], message: askFor(field, name), ...always })
  }, schema)
  const ruled = fields.filter(([, field]) => metaOf(field).rules)
  if (ruled.length === 0) return asking as S
  return asking.superRefine((given, context) => {
    const values = settled(Object.fromEntries(fields), valuesOf(given))
    for (const [name, field] of ruled) for (const message of problemsOf(name, field, values)) context.addIssue({ code: 'custom', path: [name], message })
  }, always) as S
}

/** What is wrong with a field by its rules, as sentences. */
function problemsOf(name: string, field: z.ZodType, values: Values): string[] {
  const { label = name, rules = {} } = metaOf(field)
  if (!matters(field, values)) return []
  const given = values[name]
  const { computed, fallback, plain, offered, needed, agrees } = rules
  // A value that was typed has been checked by the schema; one that the rules made has not.
  if (plain && (computed || isMissing(given) || same(given, fallback?.(values)))) {
    const made = plain.safeParse(given ?? undefined)
    if (!made.success) return made.error.issues.slice(0, 1).map((issue) => issue.message)
  }
  if (isMissing(given)) return [needed?.(values) ?? []].flat()
  if (offered && !offered(values).includes(String(given))) return [`${label}与其他内容不相符，请重新选择`]
  const disagrees = agrees?.(given, values)
  return disagrees ? [disagrees] : []
}

/** Values with those emptied that do not matter beside the others: null, false for a switch, no items for a list. */
export function withoutIdle(shape: Record<string, z.ZodType>, values: Values): Values {
  const idle = Object.entries(shape).filter(([name, field]) => name in values && !matters(field, values))
  if (idle.length === 0) return values
  return { ...values, ...Object.fromEntries(idle.map(([name, field]) => [name, emptyOf(typeOf(field))])) }
}

const emptyOf = (type: string) => (type === 'boolean' ? false : type === 'array' ? [] : null)

/** Values as the rules make them: what does not matter emptied, what follows from others worked out, what was left out filled in, also in rows. */
export function settled(shape: Record<string, z.ZodType>, given: Values): Values {
  let values = withoutIdle(shape, given)
  const put = (name: string, value: unknown) => {
    values = { ...values, [name]: value }
  }
  for (const [name, field] of Object.entries(shape)) {
    const { lines, rules } = metaOf(field)
    const row = lines && Array.isArray(values[name]) ? shapeOf(itemOf(field) as z.ZodType) : undefined
    if (row) put(name, (values[name] as unknown[]).map((one) => (typeof one === 'object' && one !== null ? settled(row, one as Values) : one)))
    if (!rules || !matters(field, values)) continue
    if (rules.computed) put(name, rules.computed(values) ?? null)
    else if (rules.fallback && isMissing(values[name])) put(name, rules.fallback(values) ?? null)
  }
  return values
}
