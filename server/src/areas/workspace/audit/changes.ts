import type { ChangeRow } from './repository'
import { labeller } from '../../../platform/audit/labels'

export interface Change {
  field: string
  before: string | null
  after: string | null
}

const HIDDEN = new Set(['version', 'updateTime', 'searchGrams', 'abilities'])

/** Words what entries changed, field by field; the labels of a kind of record are gathered once for all entries that it is asked for. */
export function wordsOfChanges(): (row: ChangeRow) => Change[] {
  const labellers = new Map<string, ReturnType<typeof labeller>>()
  return ({ record_type, before, after }) => {
    const kind = record_type ?? ''
    const label = labellers.get(kind) ?? labeller(kind)
    labellers.set(kind, label)
    const [old, now] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>]
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((k) => !HIDDEN.has(k))
    return keys.map((key) => ({ field: label(key, null).field, before: label(key, old[key]).value, after: label(key, now[key]).value }))
  }
}

/** Characters that a cell of a workbook holds at most. */
const CELL = 32_767
const CUT = '……（内容过长，其余见操作日志）'

/** Changes as one cell: a line a field, “字段：旧值 → 新值”, — where there is no value; null when nothing changed. */
export function cellOfChanges(changes: readonly Change[]): string | null {
  // A value with line breaks of its own would look like several fields.
  const flat = (text: string | null) => (text === null ? '—' : /[\r\n]/.test(text) ? text.split(/[\r\n]/).map((line) => line.trim()).filter(Boolean).join(' ') : text)
  const cell = changes.map((c) => `${c.field}：${flat(c.before)} → ${flat(c.after)}`).join('\n')
  return cell.length > CELL ? `${cell.slice(0, CELL - CUT.length)}${CUT}` : cell || null
}
