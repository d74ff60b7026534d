import { itemOf, labelOf, metaOf, shapeOf, typeOf, type FieldMeta, type FileItem } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import { holdsId } from '@assoc/contract/core/references'
import { richToText, type RichDoc } from '@assoc/contract/core/rich-text'
import type { z } from 'zod'
import type { Principal } from '../access/principal'
import type { CellValue, SheetInput, StreamedSheet } from '../excel/excel'
import { serialOfDay, serialOfInstant } from '../excel/serial'
import type { ResourceRuntime, Row } from './definition'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Name of an export's file: what it holds and when it was made. */
export const exportName = (what: string): string => `${what}_${localTime(new Date()).replace(/\D/g, '')}.xlsx`

/** Number formats of cells by what a field is. */
const FORMATS: Partial<Record<NonNullable<FieldMeta['show']>, string>> = { money: '#,##0.00', yuan: '#,##0.00', date: 'yyyy-mm-dd', instant: 'yyyy-mm-dd hh:mm:ss', count: '#,##0' }

/** Number format of a field's cells; null where they are texts or plain numbers. */
export function formatOf(schema: z.ZodType): string | null {
  const { show } = metaOf(schema)
  return (show && FORMATS[show]) ?? null
}

const WIDTHS = { money: 16, yuan: 16, date: 12, instant: 20, time: 10, count: 10, longText: 40, rich: 40, address: 40 } as const

/** Width of a field's column in characters, with room for its title and the arrow of the filter. */
function widthOf(schema: z.ZodType, title: string): number {
  const { show } = metaOf(schema)
  const own = show ? WIDTHS[show] : typeOf(schema) === 'boolean' ? 8 : /名称|全称/.test(title) ? 30 : 18
  return Math.max(own, Math.min(40, 2 * title.length + 4))
}

const DECIMAL = /^-?\d{1,15}(\.\d+)?$/

/** How the values of a field become words: labels for enumerations, local time for instants, 元 for money in 分. What the contract says of the field is looked up once. */
export function wordsOf(schema: z.ZodType | undefined): (value: unknown) => string | null {
  const meta = schema ? metaOf(schema) : {}
  const item = schema && itemOf(schema)
  // The labels of a list may stand with its items.
  const listed = meta.options ?? (item && metaOf(item).options)
  return (value) => {
    if (value === null || value === undefined) return null
    if (meta.options && typeof value === 'string') return meta.options[value] ?? value
    if (meta.show === 'rich') return richToText(value as RichDoc)
    if (Array.isArray(value) && meta.lines) return linesText(item, value as Row[])
    if (Array.isArray(value) && meta.files) return value.map((each: FileItem) => each.fileName).join('、')
    if (Array.isArray(value)) return value.map((v) => listed?.[String(v)] ?? String(v)).join('、')
    if (meta.show === 'money' || meta.show === 'yuan') return (Number(value) / 100).toFixed(2)
    if (meta.show === 'instant' && (typeof value === 'string' || value instanceof Date)) return localTime(value)
    if (typeof value === 'boolean') return value ? '是' : '否'
    return value instanceof Date ? value.toISOString() : String(value)
  }
}

/** Rows of a record's own, each on a line of the cell. */
function linesText(item: z.ZodType | undefined, lines: readonly Row[]): string {
  const fields = Object.entries((item && shapeOf(item)) ?? {}).filter(([, schema]) => !holdsId(schema)).map(([field, schema]) => [field, wordsOf(schema)] as const)
  return lines.map((line) => fields.map(([field, words]) => words(line[field])).filter((text) => text !== null && text !== '').join('，')).join('\n')
}

/** How the values of a field become cells: numbers, money, days and instants as such, to be shown by `formatOf`, all others as words. */
export function cellOf(schema: z.ZodType | undefined): (value: unknown) => CellValue {
  const { show, decimal } = schema ? metaOf(schema) : {}
  const words = wordsOf(schema)
  return (value) => {
    if (value === null || value === undefined) return null
    if (show === 'money' || show === 'yuan') return Number(value) / 100
    if (show === 'date' && typeof value === 'string') return serialOfDay(value)
    if (show === 'instant' && (typeof value === 'string' || value instanceof Date)) return serialOfInstant(value)
    if (typeof value === 'number') return value
    return decimal && typeof value === 'string' && DECIMAL.test(value) ? Number(value) : words(value)
  }
}

/** A filter in words, as the second sheet tells it. What it refers to is named before. */
export function formatFilter({ contract: { row, definition }, options }: Pick<ResourceRuntime, 'contract' | 'options'>, filters: Row, chosen: number | undefined): string {
  const own = shapeOf(row) ?? {}
  // A filter without a label of its own is called as the field that it is of.
  const labelled = Object.entries(definition.filters ?? {}).filter(([key, schema]) => metaOf(schema).label || !own[key])
  const shape: Record<string, z.ZodType> = { ...own, ...Object.fromEntries(labelled) }
  const textOf = (key: string, value: unknown) => options.exportAs?.filterWords?.[key]?.(String(value)) ?? wordsOf(shape[key])(value) ?? ''
  const parts = Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => (key === 'keyword' ? `关键字：${String(value)}` : `${formatName(shape, key)}：${textOf(key, value)}`))
  if (chosen !== undefined) parts.push(`选中 ${chosen} 条`)
  return parts.join('；') || '全部'
}

/** A filter by its own label, by that of the field it bounds (`timeFrom` by `time`), or as it is called. */
function formatName(shape: Record<string, z.ZodType>, key: string): string {
  const bound = /^(.+)(From|To)$/.exec(key)
  const of = (name: string | undefined) => (name && shape[name] ? metaOf(shape[name]).label : undefined)
  const range = of(bound?.[1])
  return range ? `${range}${bound?.[2] === 'From' ? '不早于' : '不晚于'}` : (of(key) ?? key)
}

export interface Export {
  what: string
  row: z.ZodType
  columns: readonly string[]
  /** The rows in parts, asked for when they are written. */
  parts: () => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>
  principal: Pick<Principal, 'realName' | 'loginName'>
  filter: string
  /** Widths of single columns in characters. */
  widths?: Readonly<Record<string, number>>
}

/** Who made a workbook, when and of what: the sheet behind the rows. */
export const originSheet = ({ principal, filter }: Pick<Export, 'principal' | 'filter'>, count: number): SheetInput => ({
  name: '导出说明',
  header: ['项目', '内容'],
  widths: [14, 60],
  rows: [
    ['导出人', `${principal.realName}（${principal.loginName}）`],
    ['导出时间', localTime(new Date())],
    ['行数', count],
    ['筛选条件', filter],
  ],
})

/** The rows under the contract's titles, with a row of filters; a second sheet says who exported what and when. */
export function sheetsOf({ what, row, columns, parts, principal, filter, widths = {} }: Export): StreamedSheet[] {
  const shape = shapeOf(row) ?? {}
  const fields = columns.flatMap((key) => (shape[key] ? [{ key, schema: shape[key], title: labelOf(row, key), of: cellOf(shape[key]) }] : []))
  let count = 0
  async function* rows() {
    for await (const part of parts()) {
      count += part.length
      yield part.map((r) => fields.map(({ key, of }) => of(r[key])))
    }
  }
  const { rows: _none, ...head } = originSheet({ principal, filter }, 0)
  return [
    {
      name: what,
      header: fields.map(({ title }) => title),
      widths: fields.map(({ key, schema, title }) => widths[key] ?? widthOf(schema, title)),
      formats: fields.map(({ schema }) => formatOf(schema)),
      filter: true,
      parts: rows,
    },
    // Its rows are asked for behind all others, when their number is known.
    { ...head, parts: () => [originSheet({ principal, filter }, count).rows] },
  ]
}
