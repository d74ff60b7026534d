import { z } from 'zod'
import { isOneLine, isPlainText } from './characters'
import { problemOfMoneyDay, yearNow } from './day'
import type { Lookup } from './lookup'
import './messages'

/** What the browser and the server read from a field: its label, what it refers to, how it is shown. */
export interface FieldMeta {
  /** Chinese label, written here once for form, column, import, export and error sentences. */
  label?: string
  /** The value is the id of a record: a number of the database, which no workbook shows. */
  id?: boolean
  /** A decimal number that travels as text, so that nothing of it is lost. */
  decimal?: boolean
  /** Name of the entity that the id belongs to; the server checks every such id against the data scope. */
  ref?: string
  /** How a record is chosen for the field (core/lookup.ts). */
  lookup?: Lookup
  /** Fields of the row that name what this one refers to, where they are not called after it, as `companyName` is after `companyId`. */
  carried?: readonly string[]
  /** The id must be the session's own user; anything else is refused and audited. */
  self?: boolean
  /** Labels of an enumeration by key. */
  options?: Record<string, string>
  /** Personal data: masked wherever it is shown (core/personal.ts). */
  personal?: 'mobile' | 'phone' | 'email' | 'idCard' | 'passport' | 'bankCard' | 'address' | 'contact'
  /** The log tells that it was filled in or changed, and not what it says: it is kept longer than the record, and nobody may change it. */
  logged?: false
  /** What the files of the field may be (core/files.ts). */
  files?: { exts: readonly string[]; maxMb: number; max: number }
  /** Title of the field's column in an import where people know it by another name than the form: 会员编号 for a member. Both are taken. */
  importAs?: string
  /** Further titles under which people's own files have the column: 手机 for 手机号码. */
  alsoCalled?: readonly string[]
  /** Further fields of the row by whose titles a file names what this one refers to: 会员名称 for the company of a member. */
  namedBy?: readonly string[]
  /** What a file means that does not have the column, or leaves its cell empty, by the other cells of the row. The form still asks. */
  assumed?: (values: Record<string, unknown>) => unknown
  /** The field matters only while another of its form holds one of these values (core/conditions.ts). */
  when?: { field: string; is: readonly (string | boolean)[]; required: boolean }
  show?: 'money' | 'yuan' | 'date' | 'instant' | 'time' | 'count' | 'longText' | 'rich' | 'address'
  /** Minutes between the clock times that may be chosen. */
  step?: number
  /** An instant that lies behind: nothing later than now can be chosen. */
  past?: boolean
  /** Rows of the record's own (core/kinds.ts); their schema is that of the list's items. */
  lines?: LinesRule
  /** What the field has to do with others of its form (core/field-rules.ts). */
  rules?: FieldRules
}

/** How many rows a field of rows holds, and the columns whose sums stand below them. */
export interface LinesRule {
  least: number
  max: number
  sum: readonly string[]
}

type Values = Record<string, unknown>

/** Rules between fields of a form; all of them are pure, take whatever stands in the form, and run in the browser and on the server. */
export interface FieldRules {
  /** The value is always this; nobody types it. */
  computed?: (values: Values) => unknown
  /** The value where none was given; undefined for none. */
  fallback?: (values: Values) => unknown
  /** The field without its rules: what a computed or a filled value must be. */
  plain?: z.ZodType
  /** Choices that there are beside the other values. */
  offered?: (values: Values) => readonly string[]
  /** Why the field must be filled beside the others, as a sentence; null where it may stay empty. */
  needed?: (values: Values) => string | null
  /** What is wrong with the value beside the others, as a sentence; null when nothing is. */
  agrees?: (value: unknown, values: Values) => string | null
}

const META = Symbol.for('assoc.fieldMeta')

/** Attaches meta data to a schema and returns that same schema. */
export function withMeta<S extends z.ZodType>(schema: S, meta: FieldMeta): S {
  ;(schema as unknown as Record<symbol, FieldMeta>)[META] = { ...metaOf(schema), ...meta }
  return schema
}

/** Meta data of a schema, looked up through optional, nullable and default wrappers. */
export function metaOf(schema: z.ZodType): FieldMeta {
  const own = (schema as unknown as Record<symbol, FieldMeta | undefined>)[META]
  if (own) return own
  const def = (schema as unknown as { _zod: { def: { innerType?: z.ZodType; in?: z.ZodType } } })._zod.def
  const inner = def.innerType ?? def.in
  return inner ? metaOf(inner) : {}
}

/** Chinese label of a field of an object schema; the key itself when none was given. */
export function labelOf(schema: z.ZodType, key: string): string {
  const shape = shapeOf(schema)
  const field = shape?.[key]
  return (field && metaOf(field).label) ?? key
}

/** Shape of an object schema, also behind wrappers; undefined when it is no object. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const def = (
    schema as unknown as { _zod: { def: { type: string; shape?: Record<string, z.ZodType>; innerType?: z.ZodType } } }
  )._zod.def
  if (def.type === 'object') return def.shape
  return def.innerType ? shapeOf(def.innerType) : undefined
}

/** Type of a schema behind optional, nullable, default and transforming wrappers: `string`, `number`, `boolean`, `enum`, `array`, `object` and so on. */
export function typeOf(schema: z.ZodType): string {
  const def = (schema as unknown as { _zod: { def: { type: string; innerType?: z.ZodType; in?: z.ZodType } } })._zod.def
  const inner = def.innerType ?? def.in
  return inner ? typeOf(inner) : def.type
}

/** Schema of a list's items; undefined when it is no list. */
export function itemOf(schema: z.ZodType): z.ZodType | undefined {
  const def = (schema as unknown as { _zod: { def: { type: string; element?: z.ZodType; innerType?: z.ZodType; in?: z.ZodType } } })._zod.def
  const inner = def.innerType ?? def.in
  return inner ? itemOf(inner) : def.element
}

/** Texts from this length on may have several lines. */
const LINES_FROM = 200

/** A text of what people type, blanks at both ends removed, on one line unless it is long. */
const typed = (given: z.ZodString, label: string, max: number) => {
  const plain = given.trim().max(max, `${label}不能超过 ${max} 个字`).refine(isPlainText, `${label}含有不可见的控制字符`)
  return max < LINES_FROM ? plain.refine(isOneLine, `${label}不能换行`) : plain
}

/** Required text, blanks at both ends removed, at most `max` characters; on one line when that is less than 200. */
export const text = (label: string, max: number, min = 1) =>
  withMeta(typed(z.string({ error: `请填写${label}` }), label, max).min(min, min > 1 ? `${label}至少 ${min} 个字` : `请填写${label}`), { label })

/** Text that may be left out or empty; an empty one becomes null. On one line when `max` is less than 200. */
export const optionalText = (label: string, max: number) =>
  withMeta(
    typed(z.string(), label, max)
      .transform((v) => (v === '' ? null : v))
      .nullish(),
    { label, ...(max > 200 ? { show: 'longText' as const } : {}) },
  )

/** Whole number within bounds. */
export const int = (label: string, min: number, max: number) => withMeta(whole(label, min, max), { label, show: 'count' })

/** A year: a whole number that is written without separators. */
export const year = (label: string, min = 2000, max = 2100) => withMeta(whole(label, min, max), { label })

const whole = (label: string, min: number, max: number) =>
  z
    .number({ error: ({ input }) => (isEmpty(input) ? `请填写${label}` : `${label}须为整数`) })
    .int(`${label}须为整数`)
    .min(min, `${label}不能小于 ${min}`)
    .max(max, `${label}不能大于 ${max}`)

/** Money in whole 分; at most 999,999,999.99 元. */
export const fen = (label: string) =>
  withMeta(z.number().int(`${label}格式不正确`).min(0).max(99_999_999_999, '金额格式不正确'), { label, show: 'money' })

/** Money in whole 分, shown in 元 with two decimals: on bills, payments and tickets nobody reads 万. */
export const yuanFen = (label: string, min = 0) =>
  withMeta(
    z
      .number({ error: `请填写${label}` })
      .int('金额格式不正确')
      .min(min, min > 0 ? `${label}须大于 0` : `${label}不能小于 ${min / 100}`)
      .max(99_999_999_999, '金额格式不正确'),
    { label, show: 'yuan' },
  )

const isEmpty = (input: unknown): boolean => input === undefined || input === null || input === ''

// A date that is not there is chosen; one that cannot be read is written.
const dayOf = (label: string) => z.iso.date({ error: ({ input }) => (isEmpty(input) ? `请选择${label}` : `${label}须为日期，例如 2026-01-31`) })

/** Calendar date `YYYY-MM-DD`, meant in Asia/Shanghai. */
export const date = (label: string) => withMeta(dayOf(label), { label, show: 'date' })

/** Calendar date of money, within 1990 and next year; see problemOfMoneyDay. */
export const moneyDate = (label: string) =>
  withMeta(
    dayOf(label).superRefine((day, context) => {
      const problem = problemOfMoneyDay(day)
      if (problem) context.addIssue({ code: 'custom', message: `${label}${problem}` })
    }),
    { label, show: 'date' },
  )

/** First year that dues are kept for here. */
const DUES_FROM = 2000

/** Year of dues, up to next year. A year is no count: it is written without separators. */
export const duesYear = (label: string) =>
  withMeta(
    z
      .number({ error: ({ input }) => (isEmpty(input) ? `请填写${label}` : `${label}须为整数`) })
      .int(`${label}须为整数`)
      .min(DUES_FROM, `${label}不能小于 ${DUES_FROM}`)
      .superRefine((year, context) => {
        const last = yearNow() + 1
        if (year > last) context.addIssue({ code: 'custom', message: `${label}不能大于 ${last}` })
      }),
    { label },
  )

/** Instant in ISO 8601 with offset. */
export const instant = (label: string) =>
  withMeta(z.iso.datetime({ offset: true, error: ({ input }) => (isEmpty(input) ? `请选择${label}` : `${label}须为时间`) }), { label, show: 'instant' })

const ID = /^\d{1,18}$/
/** Id of a record: digits in a string, for JSON numbers lose precision above 2^53. */
export const id = (label = '编号') => withMeta(z.string().regex(ID, `${label}不正确`), { label, id: true })

/**
 * Id of a record of an entity. The server refuses a call that names one which does not exist or lies
 * outside the caller's data scope, before the handler runs. `to` is the lookup in which people choose it,
 * or the entity's name alone where nobody does.
 */
export const ref = (label: string, to: string | Lookup) =>
  withMeta(z.string({ error: `请选择${label}` }).regex(ID, `${label}不正确`), { label, id: true, ...(typeof to === 'string' ? { ref: to } : { ref: to.entity, lookup: to }) })

/** The lookup of a field, or of the items of one that takes several; undefined where nobody chooses a record in it. */
export const lookupOf = (schema: z.ZodType): Lookup | undefined => {
  const item = itemOf(schema)
  return metaOf(schema).lookup ?? (item && metaOf(item).lookup)
}

/** The caller's own user id, as old clients send it. Never authority: it must equal the session's. */
export const selfUserId = () => withMeta(id('用户'), { label: '用户', self: true })

/** Instant that lies behind, such as when somebody has agreed to something. */
export const pastInstant = (label: string) =>
  withMeta(
    instant(label).refine((at) => !(Date.parse(at) > Date.now()), `${label}不能晚于现在`),
    { label, show: 'instant', past: true },
  )

/** Yes or no. */
export const flag = (label: string) => withMeta(z.boolean({ error: `${label}须为是或否` }), { label })

/** Optimistic lock: the version that the editor has read. */
export const version = () => withMeta(z.number().int().min(1).max(2_147_483_647), { label: '版本' })

export type Tone = 'grey' | 'amber' | 'blue' | 'green' | 'red' | 'violet' | 'teal'

export interface Choice<K extends string> {
  schema: z.ZodType<K, K>
  keys: readonly K[]
  labels: Record<K, string>
  tones: Partial<Record<K, Tone>>
  options: { value: K; label: string }[]
}

/** Enumeration with Chinese labels. Keys travel and rest; labels are only shown. */
export function choice<K extends string>(
  label: string,
  labels: Record<K, string>,
  tones: Partial<Record<K, Tone>> = {},
): Choice<K> {
  const keys = Object.keys(labels) as K[]
  const schema = withMeta(z.enum(keys as [K, ...K[]], { error: `请选择${label}` }), { label, options: labels })
  return {
    schema: schema as unknown as z.ZodType<K, K>,
    keys,
    labels,
    tones,
    options: keys.map((value) => ({ value, label: labels[value] })),
  }
}

/** A field of an enumeration under its own label. */
export const choiceField = <K extends string>(c: Choice<K>, label?: string) => {
  const schema = z.enum(c.keys as unknown as [K, ...K[]], { error: `请选择${label ?? metaOf(c.schema).label ?? ''}` })
  return withMeta(schema, { label: label ?? metaOf(c.schema).label ?? '', options: c.labels })
}
