import { metaOf, shapeOf, type FileItem } from '@assoc/contract'
import { RETRACT_MINUTES, type TimelineItem, type selectRecordTimeline as call } from '@assoc/contract/platform/record'
import { namesOf } from '../../../platform/access/holders'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { Context } from '../../../platform/http/context'
import { timelinePartsOf, type ReadableRecord } from '../../../platform/record/parts'
import { mayRead, runtimeNamed, readsLogs, requireReadable } from '../../../platform/record/readable'
import { rowsOf } from '../../../platform/resource/rows.repository'
import { labeller } from '../../../platform/audit/labels'
import { verbWords } from '../audit/format'
import * as repository from './repository'

const HIDDEN = ['version', 'updateTime', 'searchGrams', 'abilities']
const NOTHING = { text: null, textLabel: null, changes: [], files: [], note: null }

/** What happened to a record, newest first: changes of the log, notes, files, and what other areas add, such as messages. */
export async function selectRecordTimeline({ db, principal, input }: Context<typeof call>) {
  const record = await requireReadable(db, principal, input)
  // One more than is asked for tells whether there are more.
  const limit = input.limit + 1
  const parts = await Promise.all([changes(db, principal, record, limit), notes(db, principal, record, limit), files(db, record, limit), ...timelinePartsOf(input.recordType).map((part) => part.read(db, principal, record, limit))])
  const items = parts.flat().sort((a, b) => b.time.localeCompare(a.time))
  return { items: items.slice(0, input.limit), more: items.length > input.limit }
}

/** The log of the record. Of fields, those that its page shows: who reads whole logs sees the others as well. */
async function changes(db: Db, principal: Principal, { runtime, id }: ReadableRecord, limit: number): Promise<TimelineItem[]> {
  const { definition, row } = runtime.contract
  const all = readsLogs(principal)
  const shape = shapeOf(row) ?? {}
  const rows = await repository.logOf(db, definition.name, id, limit, all)
  const label = labeller(definition.name)
  const refs = await namesOfRefs(db, principal, shape, rows)
  const shown = (field: string) => !HIDDEN.includes(field) && (all || (shape[field] !== undefined && metaOf(shape[field]).label !== undefined))
  return rows.map((entry) => {
    const [before, after] = [(entry.before ?? {}) as Record<string, unknown>, (entry.after ?? {}) as Record<string, unknown>]
    const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(shown)
    const word = (field: string, value: unknown) => (shape[field] && metaOf(shape[field]).ref ? (refs.get(`${field} ${String(value)}`) ?? null) : label(field, value).value)
    const machine = definition.status?.machine
    const step = machine?.transitions.find((t) => t.verb === entry.verb)
    return {
      ...NOTHING,
      key: `change:${entry.audit_id}`,
      kind: 'change' as const,
      time: entry.time.toISOString(),
      userName: entry.user_name,
      title: step?.label ?? (entry.verb && ['insert', 'update', 'delete'].includes(entry.verb) ? (verbWords[entry.verb] ?? entry.title) : entry.title),
      text: entry.reason,
      textLabel: entry.reason ? (step?.reasonLabel ?? '原因') : null,
      changes: fields.map((field) => ({ field: label(field, null).field, before: word(field, before[field]), after: word(field, after[field]) })).filter((c) => c.before !== null || c.after !== null),
    }
  })
}

/** Names of the records that changed fields refer to, by field and id, where the reader may read them. */
async function namesOfRefs(db: Db, principal: Principal, shape: NonNullable<ReturnType<typeof shapeOf>>, rows: readonly repository.LogRow[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [field, schema] of Object.entries(shape)) {
    const entity = metaOf(schema).ref
    const ids = [...new Set(rows.flatMap(({ before, after }) => [before, after].flatMap((fields) => (fields as Record<string, unknown> | null)?.[field] ?? [])).map(String))].filter((id) => /^\d{1,18}$/.test(id))
    const runtime = entity ? runtimeNamed(entity) : undefined
    if (ids.length === 0 || !runtime || !mayRead(runtime, principal)) continue
    for (const row of await rowsOf(db, runtime, principal, { filters: {}, ids }, ids.length, 0)) names.set(`${field} ${String(row[runtime.idField])}`, runtime.nameOf(row))
  }
  return names
}

/** When a note is taken back in time, nobody reads it any more. */
export const isRetracted = (made: Date, withdrawn: Date): boolean => withdrawn.getTime() - made.getTime() <= RETRACT_MINUTES * 60_000

async function notes(db: Db, principal: Principal, { runtime, id }: ReadableRecord, limit: number): Promise<TimelineItem[]> {
  const rows = await repository.notesOf(db, runtime.entity.name, id, limit)
  const names = await namesOf(db, rows.flatMap((row) => [row.create_by, ...row.mentioned]))
  return rows.map((row) => {
    const state = row.withdraw_time === null ? 'shown' : isRetracted(row.create_time, row.withdraw_time) ? 'retracted' : 'withdrawn'
    const told = state === 'retracted' ? [] : row.mentioned
    return {
      ...NOTHING,
      key: `note:${row.note_id}`,
      kind: 'note' as const,
      time: row.create_time.toISOString(),
      userName: names.get(row.create_by) ?? '',
      title: state === 'retracted' ? '撤回了一条备注' : '备注',
      text: state === 'retracted' ? null : row.content,
      note: { noteId: row.note_id, mentioned: told.flatMap((userId) => names.get(userId) ?? []), state: state as 'shown' | 'retracted' | 'withdrawn', mine: row.create_by === principal.userId },
    }
  })
}

async function files(db: Db, { runtime, id }: ReadableRecord, limit: number): Promise<TimelineItem[]> {
  const rows = await repository.filesOf(db, runtime.entity.name, id, limit)
  const names = await namesOf(db, rows.map((row) => row.create_by))
  const sent: TimelineItem[] = []
  for (const row of rows) {
    const file = { fileId: row.file_id, fileName: row.file_name, fileSize: Number(row.file_size) } satisfies FileItem
    const [time, userName, last] = [row.create_time.toISOString(), names.get(row.create_by ?? '') ?? '', sent.at(-1)]
    // What one person sent within the same minute stands together.
    if (last?.userName === userName && last.time.slice(0, 16) === time.slice(0, 16)) last.files.push(file)
    else sent.push({ ...NOTHING, key: `file:${row.file_id}`, kind: 'file', time, userName, title: '上传文件', files: [file] })
  }
  return sent
}
