import { itemOf, labelOf, metaOf, shapeOf, typeOf, type AnyResource } from '@assoc/contract'
import { instantOf } from '@assoc/contract/core/day'
import { carriedFields } from '@assoc/contract/core/references'
import { richOf } from '@assoc/contract/core/rich-text'
import type { z } from 'zod'
import type { CellValue } from '../excel/excel'
import { dayOfSerial } from '../excel/serial'

/** A column of an import: a field of the form. */
export interface ImportColumn {
  field: string
  /** Title of the column in the template. */
  label: string
  /** Titles under which it is taken. */
  titles: readonly string[]
  /** Further titles under which people's own files have it, taken where no column of the file bears one of `titles`. */
  further: readonly string[]
  /** Titles of an export's columns that name the record, number first: they are read where the column itself is missing. */
  named: readonly string[]
  schema: z.ZodType
  required: boolean
  /** Labels that the cell may hold, for choices. */
  options: Record<string, string> | undefined
  /** The cell holds several values, written with 、 between them. */
  several: boolean
}

/** The columns of a resource's workbook, in the order of its form. Fields that are records of their own, or lists of such, have none, nor has what is worked out of others. */
export const columnsOf = (resource: AnyResource): ImportColumn[] => {
  const { definition, insert } = resource
  const columns = Object.entries(definition.fields)
    .filter(([, schema]) => !metaOf(schema).rules?.computed && typeOf(schema) !== 'object' && typeOf(itemOf(schema) ?? schema) !== 'object')
    .map(([field, schema]) => ({
      field,
      ...titlesOf(schema, insert ? labelOf(insert.request, field) : field),
      named: namingTitles(resource, field, schema),
      schema,
      required: typeOf(schema) !== 'boolean' && !metaOf(schema).assumed && !schema.safeParse(undefined).success && !schema.safeParse(null).success,
      several: typeOf(schema) === 'array',
      options: metaOf(itemOf(schema) ?? schema).options ?? metaOf(schema).options ?? (typeOf(schema) === 'boolean' ? { true: '是', false: '否' } : undefined),
    }))
  const own = new Set(columns.flatMap(({ titles }) => titles))
  const kept = new Set(columns.flatMap(({ named }) => named))
  return columns.map((column) => ({ ...column, named: column.named.filter((title) => !own.has(title)), further: column.further.filter((title) => !own.has(title) && !kept.has(title)) }))
}

/** What a row means that says nothing in this column: no, where the form must have a yes or no. */
export const assumedOf = ({ schema }: ImportColumn, given: Record<string, unknown>): unknown =>
  metaOf(schema).assumed?.(given) ?? (typeOf(schema) === 'boolean' && !schema.safeParse(undefined).success ? false : undefined)

/** An exported file says a reference by what names it, so that it can be read again: first by what its lookup is found by. */
function namingTitles({ row }: AnyResource, field: string, schema: z.ZodType): string[] {
  const shape = shapeOf(row) ?? {}
  const { lookup, namedBy = [] } = metaOf(schema)
  if (!lookup || itemOf(schema)) return []
  const fields = [...(lookup.named ?? []), ...carriedFields(shape, field, schema), ...namedBy].filter((name) => name in shape)
  return [...new Set(fields.map((name) => labelOf(row, name)))]
}

function titlesOf(schema: z.ZodType, label: string): Pick<ImportColumn, 'label' | 'titles' | 'further'> {
  const { importAs, alsoCalled: further = [] } = metaOf(schema)
  return importAs ? { label: importAs, titles: [importAs, label], further } : { label, titles: [label], further }
}

/** A cell as text: what people see, numbers without an exponent, texts without the apostrophe that marks them as such. */
export const textOfCell = (cell: CellValue | undefined): string =>
  cell === null || cell === undefined ? '' : (typeof cell === 'number' ? (Number.isInteger(cell) ? cell.toFixed(0) : String(cell)) : String(cell).trim().replace(/^'/, '')).trim()

/** A text with full-width digits, letters and signs made half-width. */
export const plainText = (text: string): string => text.normalize('NFKC').trim()

/** A number as people write it: with separators, signs of the currency, 元 or 年 behind; null where it is none. */
function numberText(text: string): string | null {
  const digits = text.replace(/^(?:¥|人民币|RMB|CNY)/i, '').replace(/元$/, '').replace(/,/g, '').trim()
  const year = /^(\d{4})年度?$/.exec(text)
  return year?.[1] ?? (/^-?\d+(\.\d+)?$/.test(digits) ? digits : null)
}

/** The values that a cell of several holds. */
export const partsOfCell = (cell: CellValue | undefined): string[] =>
  textOfCell(cell)
    .split(/[、,，;；\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

/** The value that a cell gives a field; a text that fits no choice stays as it is, for the schema to refuse. */
export function valueOfCell(column: ImportColumn, cell: CellValue | undefined): unknown {
  const text = textOfCell(cell)
  if (text === '') return undefined
  const item = column.several ? itemOf(column.schema) : undefined
  if (item) return partsOfCell(cell).map((part) => valueOfCell({ ...column, schema: item, several: false }, part))
  const { schema, options } = column
  const meta = metaOf(schema)
  const type = typeOf(schema)
  const plain = plainText(text)
  if (type === 'boolean') return YES.test(plain) ? true : NO.test(plain) ? false : text
  if (options) return (Object.entries(options).find(([key, label]) => label === text || key === text) ?? Object.entries(options).find(([key, label]) => plainText(label) === plain || key === plain))?.[0] ?? text
  if (meta.show === 'date') return dateOf(cell, plain)
  if (meta.show === 'time') return timeOf(cell, plain)
  if (meta.show === 'instant') return instantOfCell(cell, plain)
  if (meta.show === 'rich') return richOf(text)
  const number = numberText(plain)
  if (meta.show === 'money' || meta.show === 'yuan') return number !== null && /^-?\d+(\.\d{1,2})?$/.test(number) ? Math.round(Number(number) * 100) : text
  if (type === 'number' || type === 'int') return number === null ? text : Number(number)
  // Names keep their full-width brackets; codes and numbers in full-width digits are read where the field takes them only so.
  return plain !== text && !schema.safeParse(text).success && schema.safeParse(plain).success ? plain : text
}

/** How people write yes and no in a cell. */
const [YES, NO] = [/^(?:是|有|对|真|√|✓|✔|y|yes|true|1)$/i, /^(?:否|无|没有|不是|非|假|×|x|n|no|false|0)$/i]

/** What is said of a cell that is filled in and could not be read: what was read, and what is expected. */
export function unreadable({ label, options, schema }: ImportColumn, cell: CellValue | undefined): string {
  const { show } = metaOf(schema)
  const expected = options ? `，可填：${Object.values(options).join('、')}` : (EXPECTED[show ?? ''] ?? (['number', 'int'].includes(String(typeOf(schema))) ? EXPECTED.number : ''))
  return `${label}「${textOfCell(cell).slice(0, SAID)}」无法识别${expected}`
}

/** Characters of a cell that a message repeats. */
const SAID = 40
const EXPECTED: Record<string, string> & { number: string } = {
  number: '，应为数字',
  money: '，应为金额，例如 1,234.50',
  yuan: '，应为金额，例如 1,234.50',
  date: '，应为日期，例如 2026-01-31',
  time: '，应为时间，例如 08:30',
  instant: '，应为日期和时间，例如 2026-01-31 08:30',
}

/** The last day that a workbook knows, 31 December 9999. */
const MOST_DAYS = 2_958_466

/** The weekday that people write behind a day. */
const WEEKDAY = /\(?(?:星期|周)[一二三四五六日天]\)?(?=\s|$)/

const NUMERALS = '〇一二三四五六七八九'

/** A day in Chinese numerals with digits in their place: 二〇二六年十一月二十三日; any other text as it is. */
function digitsOf(text: string): string {
  const parts = /^([〇零○Ｏ一二三四五六七八九]{4})年([一二三四五六七八九十]{1,3})月([一二三四五六七八九十]{1,3})日/.exec(text)
  if (!parts) return text
  const digit = (numeral: string) => String(Math.max(NUMERALS.indexOf(numeral), 0))
  const count = (numerals: string) => {
    const [tens = '', ones = ''] = numerals.includes('十') ? numerals.split('十') : ['〇', numerals]
    return String(Number(tens ? digit(tens) : '1') * 10 + Number(ones ? digit(ones) : '0'))
  }
  return `${[...(parts[1] ?? '')].map(digit).join('')}年${count(parts[2] ?? '')}月${count(parts[3] ?? '')}日${text.slice(parts[0].length)}`
}

function dateOf(cell: CellValue | undefined, text: string): string {
  const plain = digitsOf(text).replace(WEEKDAY, '').trim()
  // Eight digits are a day as it is written, not the number of one. A year of two digits is one where 年 says so: elsewhere it may be a day.
  const month = /^(\d{4}) ?[-/.年] ?(\d{1,2}) ?月?$/.exec(plain) ?? /^(\d{2})年(\d{1,2})月$/.exec(plain)
  // A month without a day is its first one.
  if (month && typeof cell !== 'number') return `${month[1]?.padStart(4, '20')}-${month[2]?.padStart(2, '0')}-01`
  const parts = /^(\d{4}) ?[-/.年] ?(\d{1,2}) ?[-/.月] ?(\d{1,2}) ?日?(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)?$/.exec(plain) ?? /^(\d{2})年(\d{1,2})月(\d{1,2})日$/.exec(plain) ?? /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(plain)
  if (typeof cell === 'number' && !parts) return cell >= 0 && cell < MOST_DAYS ? dayOfSerial(cell) : text
  return parts ? `${parts[1]?.padStart(4, '20')}-${parts[2]?.padStart(2, '0')}-${parts[3]?.padStart(2, '0')}` : text
}

const DAY_MINUTES = 1440
const clockText = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A clock time: workbooks keep one as a part of a day. */
function timeOf(cell: CellValue | undefined, text: string): string {
  if (typeof cell === 'number' && cell >= 0 && cell < 1) return clockText(Math.round(cell * DAY_MINUTES) % DAY_MINUTES)
  const parts = /^(\d{1,2})[:：时](\d{2})分?$/.exec(text)
  return parts ? `${parts[1]?.padStart(2, '0')}:${parts[2]}` : text
}

/** An instant: a day and a clock time of Asia/Shanghai, to the minute. */
function instantOfCell(cell: CellValue | undefined, text: string): string {
  if (typeof cell === 'number') return instantOf(`${dateOf(cell, text)} ${clockText(Math.min(Math.round((cell % 1) * DAY_MINUTES), DAY_MINUTES - 1))}`)
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return text
  const [day = '', clock = '00:00'] = text.split(/[ T]+/)
  const [date, time] = [dateOf(undefined, day), timeOf(undefined, clock.slice(0, 5))]
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(`${date}T00:00:00Z`))
  return isDay && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? instantOf(`${date} ${time}`) : text
}
