import { itemOf, metaOf, shapeOf, type AnyResource, type FileItem } from '@assoc/contract'
import { localTime } from '@assoc/contract/core/day'
import type { ResourceRuntime, Row } from '../../../platform/resource/definition'

const EMPTY = '—'
const amount = (fen: number) => (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A value of a row as people read it; — where there is none. */
export function wordOf(resource: AnyResource, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY
  const schema = shapeOf(resource.row)?.[field]
  if (!schema) return EMPTY
  const meta = metaOf(schema)
  if (meta.files) return (value as FileItem[]).map((file) => file.fileName).join('、') || EMPTY
  const item = itemOf(schema)
  const options = meta.options ?? (item && metaOf(item).options)
  if (Array.isArray(value)) return value.map((one) => options?.[String(one)] ?? String(one)).join('、') || EMPTY
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (options) return options[String(value)] ?? String(value)
  if (meta.show === 'money' || meta.show === 'yuan') return amount(Number(value))
  if (meta.show === 'instant') return localTime(new Date(String(value))).slice(0, 16)
  return meta.show === 'count' ? Number(value).toLocaleString('zh-CN') : String(value)
}

/** Whether a field's values stand right, so that their digits line up. */
export function isNumber(resource: AnyResource, field: string): boolean {
  const schema = shapeOf(resource.row)?.[field]
  const show = schema && metaOf(schema).show
  return show === 'money' || show === 'yuan' || show === 'count'
}

/** The status of a row as a tag; null where it has none. */
export function statusOf({ contract }: ResourceRuntime, row: Row) {
  const { status } = contract.definition
  if (!status) return null
  const value = String(row[status.field])
  return { label: status.machine.labels[value] ?? value, tone: status.machine.tones[value] ?? ('grey' as const) }
}
