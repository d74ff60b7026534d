import type { ModuleScope, Principal } from '../../../platform/access/principal'
import { entityOfField, labeller } from '../../../platform/audit/labels'
import type { Db } from '../../../platform/database/database'
import { namesOf } from '../../../platform/resource/reference-names'
import { resourceRuntimes } from '../../../platform/resource/registry'
import type { ChangeRow } from './repository'

export interface Change {
  field: string
  before: string | null
  after: string | null
}

const HIDDEN = new Set(['version', 'updateTime', 'searchGrams', 'abilities'])

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String).filter((id) => /^\d{1,18}$/.test(id))
const fieldsOf = ({ before, after }: ChangeRow) => [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>] as const

const ALL: ModuleScope = { all: true, deptIds: [], jurisdictions: [], self: true }
/**
 * The reader of the log, seeing rows of every module: the log tells them what changed in any record, so it tells what the record is called as well.
 * Whoever reads it holds a permit of its own for that.
 */
export const readerOfAll = (principal: Principal): Principal => ({ ...principal, scopes: Object.fromEntries(resourceRuntimes().flatMap(({ entity }) => (entity.module ? [[entity.module, ALL]] : []))) })

/** Names of the records that changed fields refer to, by entity and id. */
async function namesIn(db: Db, principal: Principal, rows: readonly ChangeRow[]): Promise<Map<string, Map<string, string>>> {
  const reader = readerOfAll(principal)
  const ids = new Map<string, Set<string>>()
  for (const row of rows) {
    for (const fields of fieldsOf(row)) {
      for (const [field, value] of Object.entries(fields)) {
        const entity = entityOfField(row.record_type ?? '', field)
        if (entity) for (const id of idsIn(value)) ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
      }
    }
  }
  return new Map(await Promise.all([...ids].map(async ([entity, of]) => [entity, await namesOf(db, reader, entity, [...of])] as const)))
}

/**
 * What entries changed, field by field, as the fields show it: references by name, values that stayed empty left out. Entries in their order.
 * The labels of a kind of record and the names are gathered once for all of them.
 */
export async function wordsOfChanges(db: Db, principal: Principal, rows: readonly ChangeRow[]): Promise<Change[][]> {
  const names = await namesIn(db, principal, rows)
  const labellers = new Map<string, ReturnType<typeof labeller>>()
  return rows.map((row) => {
    const kind = row.record_type ?? ''
    const label = labellers.get(kind) ?? labeller(kind)
    labellers.set(kind, label)
    const [old, now] = fieldsOf(row)
    const word = (field: string, value: unknown): string | null => {
      const known = names.get(entityOfField(kind, field) ?? '')
      const called = known ? idsIn(value).flatMap((id) => known.get(id) ?? []) : []
      return called.length > 0 ? called.join('、') : label(field, value).value
    }
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((k) => !HIDDEN.has(k))
    return keys.map((key) => ({ field: label(key, null).field, before: word(key, old[key]), after: word(key, now[key]) })).filter((c) => c.before !== null || c.after !== null)
  })
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
