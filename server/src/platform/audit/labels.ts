import { itemOf, metaOf, shapeOf, type FieldMeta } from '@assoc/contract'
import { allCalls, allResources } from '@assoc/contract/all'
import { localTime } from '@assoc/contract/core/day'
import type { z } from 'zod'
import { refsOfCall } from '../access/entities'

type Labels = Map<string, FieldMeta>

const fieldsOf = (schema: z.ZodType): [string, FieldMeta][] => {
  const shape = shapeOf(schema)
  if (!shape) return []
  // untyped: what any call takes or answers; a list has its rows in this field
  const list = shape['items']
  const items = list && itemOf(list)
  const own = Object.entries(shape).map(([key, field]): [string, FieldMeta] => [key, metaOf(field)])
  return [...own, ...(items ? fieldsOf(items) : [])].filter(([, meta]) => meta.label !== undefined)
}

const gather = (calls: typeof allCalls): Labels => {
  const labels: Labels = new Map()
  for (const call of calls) {
    for (const [key, meta] of [...fieldsOf(call.request), ...fieldsOf(call.response)]) if (!labels.has(key)) labels.set(key, meta)
  }
  return labels
}

const known = new Map<string, Labels>()
let everywhere: Labels | undefined

// Fields of the calls that name the record come first: one key has different labels in different entities.
function labelsOf(recordType: string): Labels {
  const cached = known.get(recordType)
  if (cached) return cached
  everywhere ??= gather(allCalls)
  const own = gather(allCalls.filter((c) => refsOfCall(c).some((r) => r.entity === recordType)))
  const resource = allResources.find((one) => one.definition.name === recordType)
  const ofRow = resource ? fieldsOf(resource.row) : []
  const labels = new Map([...everywhere, ...own, ...ofRow])
  // The type comes from a body; only names that the contract knows are kept.
  if (own.size > 0) known.set(recordType, labels)
  return labels
}

const PERSONAL = /mobile|phone|email|idCard|bankAccount/i

const masked = (text: string): string => {
  const at = text.indexOf('@')
  if (at > 0) return `${text.slice(0, 1)}***${text.slice(at)}`
  return text.length < 8 ? '***' : `${text.slice(0, 3)}****${text.slice(-4)}`
}

/** A text without the mobile numbers and mail addresses that stand in it, such as a search for one. */
export const withoutPersonal = (text: string): string =>
  text.replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, masked).replace(/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, masked)

const grouped = (value: number, digits: number): string => value.toLocaleString('zh-CN', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** A value as its field shows it, for kinds that have a way of their own; undefined for all others. */
function shownAs(text: string, { show, label = '' }: FieldMeta): string | undefined {
  // Where the label says （元） already, the figure stands alone.
  if (show === 'money' || show === 'yuan') return Number.isNaN(Number(text)) ? undefined : `${grouped(Number(text) / 100, 2)}${label.includes('元') ? '' : ' 元'}`
  if (show === 'count') return Number.isNaN(Number(text)) ? undefined : grouped(Number(text), 0)
  if (show === 'instant') return Number.isNaN(Date.parse(text)) ? undefined : localTime(text)
  if (show === 'date') return text.slice(0, 10)
  return undefined
}

/** Objects that a field holds: files by their names, rows of the record's own by how many they are, others field by field. */
function formatObject(value: object): string | null {
  const { fileName } = value as { fileName?: unknown }
  if (typeof fileName === 'string') return fileName
  return Object.entries(value).map(([k, v]) => `${k}: ${formatValue(k, v) ?? '—'}`).join('，') || null
}

/** A value in a reader's words, as its field shows it: labels of enumerations, local time, 元 for 分, names of files, personal data masked; null when empty. */
export function formatValue(key: string, value: unknown, meta: FieldMeta = {}): string | null {
  if (value === null || value === undefined || value === '') return null
  if (meta.lines && Array.isArray(value)) return value.length ? `${value.length} 行` : null
  if (Array.isArray(value)) return value.length ? value.map((v) => formatValue(key, v, meta)).join('、') : null
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (typeof value === 'object') return meta.show === 'rich' ? '（正文）' : formatObject(value)
  const text = String(value)
  if (PERSONAL.test(key)) return masked(text)
  return shownAs(text, meta) ?? meta.options?.[text] ?? withoutPersonal(text)
}

/** Fields of audit rows that stand in no call. */
const OWN: Record<string, string> = { handler: '经办人', successor: '接任人', handedOver: '移交事项' }

/** The entity that a field of a record refers to, by an id of it or several; undefined where it refers to none. */
export function entityOfField(recordType: string, field: string): string | undefined {
  const meta = labelsOf(recordType).get(field)
  return meta?.ref ?? meta?.lookup?.entity
}

/** Names a field of a record by the contract's label and words its value. */
export function labeller(recordType: string): (field: string, value: unknown) => { field: string; value: string | null } {
  const labels = labelsOf(recordType)
  return (field, value) => {
    const meta = labels.get(field)
    return { field: meta?.label ?? OWN[field] ?? field, value: formatValue(field, value, meta) }
  }
}
