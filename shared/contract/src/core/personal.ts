import { z } from 'zod'
import { metaOf, shapeOf, withMeta, type FieldMeta } from './fields'
import { permits } from './permit'

/** Personal data that is never shown whole without being asked for (PIPL Art. 51); each kind has its own mask. */
export type PersonalKind = NonNullable<FieldMeta['personal']>

export const pi = /* @__PURE__ */ permits('pi', '个人信息', { 'plain:view': '查看个人信息明文!' })

/** Marks a field as personal data: lists, details, exports and the log hold it masked, and plain text is given per click. */
export const personal = <S extends z.ZodType>(schema: S, kind: PersonalKind): S => withMeta(schema, { personal: kind })

/** Names of the personal fields of an object schema. */
export const personalFields = (schema: z.ZodType): string[] =>
  Object.entries(shapeOf(schema) ?? {}).flatMap(([name, field]) => (metaOf(field).personal ? [name] : []))

const head = (text: string, first: number, last: number, fill: string) => (text.length > first + last ? `${text.slice(0, first)}${fill}${text.slice(text.length - last)}` : fill)
const MASKS: Record<PersonalKind, (text: string) => string> = {
  mobile: (text) => head(text, 3, 4, '****'),
  phone: (text) => head(text, 4, 2, '****'),
  email: (text) => (text.lastIndexOf('@') > 0 ? `${text.slice(0, 1)}**${text.slice(text.lastIndexOf('@'))}` : text),
  idCard: (text) => head(text, 3, 4, '***********'),
  passport: (text) => head(text, 1, 2, '******'),
  bankCard: (text) => `**** **** ${text.slice(-4)}`,
  // A mobile number or a mail address, whichever it is.
  contact: (text) => (text.includes('@') ? MASKS.email(text) : MASKS.mobile(text)),
  // To the district: 北京市西城区****
  address: (text) => `${/^.*?(?:自治州|省|市|区|县|旗)(?:.*?(?:区|县|旗|市))?/.exec(text)?.[0] ?? ''}****`,
}

/** A personal value as people see it who have not asked for it: 199****0001, j**@example.com. Null stays null. */
export const masked = (kind: PersonalKind, text: string | null): string | null => (text ? MASKS[kind](text) : null)

/** Answer of a call that gives personal fields in plain text, by name. */
export const plainAnswer = z.object({ values: z.record(z.string(), z.string().nullable()) })
