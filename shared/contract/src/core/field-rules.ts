import type { z } from 'zod'
import { itemOf, metaOf, shapeOf, withMeta, type FieldRules } from './fields'
import { isMissing } from './conditions'

type Values = Record<string, unknown>

const ruled = <S extends z.ZodType>(schema: S, rules: FieldRules): S => withMeta(schema, { rules: { ...metaOf(schema).rules, ...rules } })

/** A field that is always what the others make it: the form shows it and nobody types it, the server works it out anew and believes nobody. */
export const computed = <S extends z.ZodType>(schema: S, by: (values: Values) => unknown) => ruled(withMeta(schema.nullish(), metaOf(schema)), { computed: by, plain: schema })

/**
 * A field with a value of its own where none was given: the form fills it in and lets it follow the others until somebody types over it,
 * the server fills in what was left out.
 */
export const fallback = <S extends z.ZodType>(schema: S, by: (values: Values) => unknown) => ruled(withMeta(schema.nullish(), metaOf(schema)), { fallback: by, plain: schema })

/** A choice of which only some are there beside the other values: the form offers no others, the server takes no others. */
export const offered = <S extends z.ZodType>(schema: S, by: (values: Values) => readonly string[]): S => ruled(schema, { offered: by })

/** A field that may be empty, but not beside some values of others: `by` says so as a sentence, which stands at this field, or null. */
export const needed = <S extends z.ZodType>(schema: S, by: (values: Values) => string | null): S => ruled(schema, { needed: by })

/** A field that must agree with others: `by` says what is wrong as a sentence, which stands at this field, or null. It is not asked about an empty value. */
export const agrees = <S extends z.ZodType>(schema: S, by: (value: unknown, values: Values) => string | null): S => ruled(schema, { agrees: by })

/** The sum of a column of rows, for `computed`; what is no number counts nothing. */
export const sumOf = (field: string, column: string) => (values: Values): number => totalOf(values[field], column)

/** The sum of a column of rows; what is no number counts nothing. */
export const totalOf = (rows: unknown, column: string): number =>
  (Array.isArray(rows) ? (rows as (Values | null)[]) : []).reduce((sum, row) => sum + (typeof row?.[column] === 'number' ? row[column] : 0), 0)

/** Choices of a field beside the other values; undefined where all are there. */
export const offeredOf = (schema: z.ZodType, values: Values): readonly string[] | undefined => metaOf(schema).rules?.offered?.(values)

/**
 * What the values of a form become when some of them were changed by hand: computed ones follow, a filled one follows while it is what
 * the values before made it, and a choice that is not there any more is taken back, or becomes the only one there is. Answers the
 * fields that change; in rows, the whole field of rows.
 */
export function following(shape: Record<string, z.ZodType>, before: Values, now: Values): Values {
  let values = now
  const put = (name: string, value: unknown) => {
    if (!same(values[name], value)) values = { ...values, [name]: value }
  }
  for (const [name, field] of Object.entries(shape)) {
    const { lines, rules } = metaOf(field)
    const row = lines && Array.isArray(values[name]) ? shapeOf(itemOf(field) as z.ZodType) : undefined
    if (row) {
      const old = (Array.isArray(before[name]) ? before[name] : []) as (Values | undefined)[]
      put(name, (values[name] as (Values | undefined)[]).map((one, i) => ({ ...one, ...following(row, old[i] ?? {}, one ?? {}) })))
    }
    if (!rules) continue
    const held = values[name]
    const there = rules.offered?.(values)
    if (there && !isMissing(held) && !there.includes(String(held))) put(name, there.length === 1 ? there[0] : null)
    else if (there?.length === 1 && isMissing(held)) put(name, there[0])
    if (rules.computed) put(name, rules.computed(values) ?? null)
    else if (rules.fallback && (isMissing(held) || same(held, rules.fallback(before) ?? null)) && !same(rules.fallback(before), rules.fallback(values))) put(name, rules.fallback(values) ?? null)
  }
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(now[name], value)))
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
