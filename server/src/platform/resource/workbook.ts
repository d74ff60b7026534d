import { itemOf, labelOf, metaOf, shapeOf, type AnyResource, type FileItem } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import { richToText, type RichDoc } from '@assoc/contract/core/rich-text'
import type { z } from 'zod'
import type { Principal } from '../access/principal'
import type { CellValue, StreamedSheet } from '../excel/excel'
import type { Row } from './definition'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Name of an export's file: what it holds and when it was made. */
export const exportName = (what: string): string => `${what}_${localTime(new Date()).replace(/\D/g, '')}.xlsx`

/** A value as a cell shows it: labels for enumerations, local time for instants, 元 for money in 分. */
export const cellValue = (schema: z.ZodType | undefined, value: unknown): CellValue => cellOf(schema)(value)

/** How the values of a field become cells, for a column of many rows: what the contract says of the field is looked up once. */
export function cellOf(schema: z.ZodType | undefined): (value: unknown) => CellValue {
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
    if (meta.show === 'money' || meta.show === 'yuan') return Number(value) / 100
    if (meta.show === 'instant' && (typeof value === 'string' || value instanceof Date)) return localTime(value)
    if (typeof value === 'boolean') return value ? '是' : '否'
    return typeof value === 'number' ? value : value instanceof Date ? value.toISOString() : String(value)
  }
}

/** Rows of a record's own, each on a line of the cell. */
function linesText(item: z.ZodType | undefined, lines: readonly Row[]): string {
  const shape = (item && shapeOf(item)) ?? {}
  return lines.map((line) => Object.keys(shape).map((field) => cellValue(shape[field], line[field])).filter((text) => text !== null && text !== '').join('，')).join('\n')
}

/** A filter in words, as the second sheet tells it. */
export function formatFilter({ row, definition }: AnyResource, filters: Row, chosen: number | undefined): string {
  const shape: Record<string, z.ZodType> = { ...shapeOf(row), ...definition.filters }
  const parts = Object.entries(filters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => (key === 'keyword' ? `关键字：${String(value)}` : `${formatName(shape, key)}：${String(cellValue(shape[key], value))}`))
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

/** The rows under the contract's titles; a second sheet says who exported what and when. */
export function sheetsOf({ what, row, columns, parts, principal, filter, widths = {} }: Export): StreamedSheet[] {
  const shape = shapeOf(row) ?? {}
  const cells = columns.map((key) => ({ key, of: cellOf(shape[key]) }))
  let count = 0
  async function* rows() {
    for await (const part of parts()) {
      count += part.length
      yield part.map((r) => cells.map(({ key, of }) => of(r[key])))
    }
  }
  return [
    { name: what, header: columns.map((key) => labelOf(row, key)), widths: columns.map((key) => widths[key] ?? 18), parts: rows },
    {
      name: '导出说明',
      header: ['项目', '内容'],
      widths: [14, 60],
      // Written behind the rows, when their number is known.
      parts: () => [
        [
          ['导出人', `${principal.realName}（${principal.loginName}）`],
          ['导出时间', localTime(new Date())],
          ['行数', count],
          ['筛选条件', filter],
        ],
      ],
    },
  ]
}
