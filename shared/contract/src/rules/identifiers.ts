import { z } from 'zod'
import { today } from '../core/day'
import { metaOf, withMeta } from '../core/fields'

const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/**
 * Check digit of a unified social credit code by GB 32100-2015: (31 − Σ mod 31) mod 31.
 * `first17` are its first 17 characters, already upper case.
 */
export function creditCodeCheckDigit(first17: string): string {
  const sum = [...first17].reduce((total, c, i) => total + CREDIT_ALPHABET.indexOf(c) * (CREDIT_WEIGHTS[i] ?? 0), 0)
  return CREDIT_ALPHABET[(31 - (sum % 31)) % 31] ?? ''
}

/** Whether a unified social credit code has the right form and check digit (GB 32100-2015). */
export function isCreditCode(value: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(value)) return false
  return creditCodeCheckDigit(value.slice(0, 17)) === value[17]
}

/** Whether a taxpayer number has a length that exists; one of 18 characters is a unified social credit code with its check digit. */
export const isTaxNo = (value: string): boolean => (value.length === 18 ? isCreditCode(value) : /^[0-9A-Z]{15}$|^[0-9A-Z]{17}$|^[0-9A-Z]{20}$/.test(value))

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/**
 * Whether a resident identity number has a day of birth that exists, from 1900 on, and its check digit (GB 11643-1999), and belongs to
 * somebody of eighteen years or more on the day `on` (YYYY-MM-DD): members and directors are of age.
 */
export function isIdCard(value: string, on = today()): boolean {
  const v = value.toUpperCase()
  if (!/^\d{17}[\dX]$/.test(v)) return false
  const born = `${v.slice(6, 10)}-${v.slice(10, 12)}-${v.slice(12, 14)}`
  const day = new Date(`${born}T00:00:00Z`)
  // A day that the month does not have becomes another one, or none at all.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== born || born < '1900-01-01') return false
  if (`${Number(v.slice(6, 10)) + 18}${born.slice(4)}` > on) return false
  const sum = ID_WEIGHTS.reduce((total, w, i) => total + w * Number(v[i]), 0)
  return '10X98765432'[sum % 11] === v[17]
}

export const BOARD_PREFIXES = {
  shMain: ['600', '601', '603', '605'],
  star: ['688', '689'],
  szMain: ['000', '001', '002', '003'],
  chiNext: ['300', '301', '302'],
  bse: ['920'],
} as const

/** Board that a six-digit A-share code belongs to by its prefix; undefined for any other code. */
export function boardOfStockCode(code: string): keyof typeof BOARD_PREFIXES | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const prefix = code.slice(0, 3)
  for (const [board, prefixes] of Object.entries(BOARD_PREFIXES)) {
    if ((prefixes as readonly string[]).includes(prefix)) return board as keyof typeof BOARD_PREFIXES
  }
  return undefined
}

/** Mobile number of mainland China; +86, blanks and dashes are taken off. */
export const mobile = (label = '手机号码') =>
  withMeta(
    z
      .string({ error: `请填写${label}` })
      .transform((v) => v.replace(/[\s-]/g, '').replace(/^\+?86(?=1\d{10}$)/, ''))
      .refine((v) => /^1[3-9]\d{9}$/.test(v), '手机号码格式不正确'),
    { label, alsoCalled: ['手机', '手机号', '移动电话', '联系手机'] },
  )

/** E-mail address, at most 64 characters, one @, a domain with a dot; stored in lower case. */
export const email = (label = '电子邮箱') =>
  withMeta(
    z
      .string({ error: `请填写${label}` })
      .trim()
      .toLowerCase()
      .max(64, '邮箱格式不正确')
      .regex(/^[a-z0-9._%+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/, '邮箱格式不正确'),
    { label, alsoCalled: ['邮箱', '电子邮件', '邮件地址', 'E-mail', 'Email'] },
  )

/** Landline with area code, mobile or 400/95 service number. */
export const phone = (label = '办公电话') =>
  withMeta(
    z
      .string()
      .trim()
      .regex(/^((0\d{2,3}-?)?\d{7,8}(-\d{1,6})?|400\d{7}|95\d{3,6}|1[3-9]\d{9})$/, '办公电话格式不正确'),
    { label, alsoCalled: ['电话', '固定电话', '座机', '联系电话'] },
  )

/** An optional value whose empty text means "none". */
export const orEmpty = <S extends z.ZodType>(schema: S) => {
  const wrapped = z.preprocess((v) => (v === '' || v === undefined ? null : v), z.union([z.null(), schema])).optional()
  return withMeta(wrapped, metaOf(schema))
}
