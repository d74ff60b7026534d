import { itemOf, labelOf, metaOf, shapeOf, type AnyResource, type FileItem } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import type { z } from 'zod'
import type { Principal } from '../access/principal'
import { writeWorkbook, type CellValue } from '../excel/excel'
import type { Row } from './definition'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Name of an export's file: what it holds and when it was made. */
export const exportName = (what: string): string => `${what}_${localTime(new Date()).replace(/\D/g, '')}.xlsx`

/** A value as a cell shows it: labels for enumerations, local time for instants, 元 for money in 分. */
export function cellValue(schema: z.ZodType | undefined, value: unknown): CellValue {
  if (value === null || value === undefined) return null
  const meta = schema ? metaOf(schema) : {}
  if (meta.options && typeof value === 'string') return meta.options[value] ?? value
  if (Array.isArray(value) && meta.files) return value.map((item: FileItem) => item.fileName).join('、')
  // The labels of a list may stand with its items.
  const item = schema && itemOf(schema)
  const listed = meta.options ?? (item && metaOf(item).options)
  if (Array.isArray(value)) return value.map((v) => listed?.[String(v)] ?? String(v)).join('、')
  if (meta.show === 'money' || meta.show === 'yuan') return Number(value) / 100
  if (meta.show === 'instant' && typeof value === 'string') return localTime(new Date(value))
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'number' ? value : String(value)
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
  rows: readonly Row[]
  principal: Pick<Principal, 'realName' | 'loginName'>
  filter: string
}

/** The rows under the contract's titles; a second sheet says who exported what and when. */
export function workbookOf({ what, row, columns, rows, principal, filter }: Export): Promise<Buffer> {
  const shape = shapeOf(row) ?? {}
  return writeWorkbook([
    { name: what, header: columns.map((key) => labelOf(row, key)), rows: rows.map((r) => columns.map((key) => cellValue(shape[key], r[key]))), widths: columns.map(() => 18) },
    {
      name: '导出说明',
      header: ['项目', '内容'],
      rows: [
        ['导出人', `${principal.realName}（${principal.loginName}）`],
        ['导出时间', localTime(new Date())],
        ['行数', rows.length],
        ['筛选条件', filter],
      ],
      widths: [14, 60],
    },
  ])
}
