import { itemOf, labelOf, metaOf, shapeOf, totalOf, typeOf, type FileItem } from '@assoc/contract'
import { dateFormat, wan, yuan } from '@assoc/http'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { StatusTag } from '../../shell/status-tag'

/** A choice or status machine of the contract: what a tag needs. */
interface Coloured {
  labels: Record<string, string>
  tones: Partial<Record<string, never>>
}

export interface Column<Row> {
  /** Field of the row; label and way of display come from the contract's schema. */
  field: Extract<keyof Row, string>
  title?: string
  width?: number
  sortable?: boolean
  /** Shown as a coloured tag of this choice or status machine. */
  tag?: Coloured | object
  /** The status of the record: stands beside the actions, however wide the list is. The kit sets it. */
  status?: boolean
  align?: 'left' | 'right' | 'center'
  /** Changed in place by those who may change the row; a field of the form. */
  editable?: boolean
  /** Not shown until the person asks for it. */
  hidden?: boolean
  render?: (row: Row) => ReactNode
  /** Text of the cell for copies, where `render` shows something else than the field. */
  text?: (row: Row) => string
}

const EMPTY = '—'

/** Title of a column: its own, or the label of the contract. */
export const titleOf = <Row,>(schema: z.ZodType, column: Column<Row>): string => column.title ?? labelOf(schema, column.field)

/** Text of a value as the contract says it is shown: money in 万 or in 元, instants to the minute, choices by label. */
export function textOf(schema: z.ZodType, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY
  const fieldSchema = shapeOf(schema)?.[field]
  const meta = fieldSchema ? metaOf(fieldSchema) : {}
  if (meta.files) return (value as FileItem[]).map((f) => f.fileName).join('、') || EMPTY
  if (meta.lines) return `${(value as unknown[]).length} 行${meta.lines.sum.map((column) => `，${labelOf(itemOf(fieldSchema as z.ZodType) as z.ZodType, column)}合计 ${textOf(itemOf(fieldSchema as z.ZodType) as z.ZodType, column, totalOf(value, column))}`).join('')}`
  if (meta.show === 'rich') return plainOf(value) || EMPTY
  if (Array.isArray(value)) return listed(fieldSchema, value)
  if (meta.options && typeof value === 'string') return meta.options[value] ?? value
  if (meta.show === 'money') return wan(Number(value))
  if (meta.show === 'yuan') return yuan(Number(value))
  if (meta.show === 'instant') return dateFormat(String(value), 'YYYY-MM-DD HH:mm')
  if (meta.show === 'count') return Number(value).toLocaleString('zh-CN')
  if (typeof value === 'boolean') return value ? '是' : '否'
  return String(value)
}

// Words of a structured text in one line.
const plainOf = (node: unknown): string => {
  const { text, content } = node as { text?: string; content?: unknown[] }
  return text ?? (content ?? []).map(plainOf).join(' ').trim()
}

// A list of choices by their labels, whether the list or its items have them.
function listed(schema: z.ZodType | undefined, values: readonly unknown[]): string {
  const item = schema ? itemOf(schema) : undefined
  const options = { ...(item ? metaOf(item).options : {}), ...(schema ? metaOf(schema).options : {}) }
  return values.map((value) => options[String(value)] ?? String(value)).join('、') || EMPTY
}

/** The content of a cell. */
export function cellOf<Row>(schema: z.ZodType, column: Column<Row>, row: Row): ReactNode {
  if (column.render) return column.render(row)
  const value = row[column.field] as unknown
  if (column.tag) return <StatusTag of={column.tag as never} value={value as string} />
  return textOf(schema, column.field, value)
}

/** Numbers stand right, so that their digits line up. */
export function alignOf<Row>(schema: z.ZodType, column: Column<Row>): 'left' | 'right' | 'center' {
  if (column.align) return column.align
  const fieldSchema = shapeOf(schema)?.[column.field]
  if (!fieldSchema || metaOf(fieldSchema).options) return 'left'
  const { show } = metaOf(fieldSchema)
  const type = typeOf(fieldSchema)
  return show === 'money' || show === 'yuan' || show === 'count' || type === 'number' || type === 'int' ? 'right' : 'left'
}
