import type { ResponseOf, RowOf } from '@assoc/contract'
import * as calls from '@assoc/contract/rbac/log'
import { handle, type Context } from '../../../platform/http/context'
import { mountResource } from '../../../platform/resource/mount'
import { namesOf } from '../../../platform/resource/reference-names'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { sinceDay, untilDay } from '../../../platform/database/day'
import type { Row } from '../../../platform/resource/definition'
import { cellOfChanges, readerOfAll, wordsOfChanges } from './changes'
import { moduleWords, recordWords, verbWords } from './format'
import * as repository from './repository'

/** Each entry with what it changed, in one cell. */
async function withChanges(db: Db, found: RowOf<typeof calls.auditLog>[], principal: Principal): Promise<Row[]> {
  const rows = await repository.changesOf(db, found.map((r) => r.auditId))
  const words = await wordsOfChanges(db, principal, rows)
  const cells = new Map(rows.map((row, n) => [row.audit_id, cellOfChanges(words[n] ?? [])]))
  return (await withRecordNames(db, principal, found)).map((row) => ({ ...row, changes: cells.get(row.auditId) ?? null }))
}

/** What the records of entries are called now. */
async function withRecordNames<E extends { auditId: string; recordId: string | null; recordName: string | null }>(db: Db, principal: Principal, entries: readonly E[]): Promise<E[]> {
  const kinds = new Map((await repository.changesOf(db, entries.map((e) => e.auditId))).map((row) => [row.audit_id, row.record_type ?? '']))
  const ids = new Map<string, string[]>()
  for (const { auditId, recordId } of entries) if (recordId) ids.set(kinds.get(auditId) ?? '', [...(ids.get(kinds.get(auditId) ?? '') ?? []), recordId])
  const names = new Map(await Promise.all([...ids].map(async ([kind, of]) => [kind, await namesOf(db, readerOfAll(principal), kind, of)] as const)))
  return entries.map((e) => ({ ...e, recordName: names.get(kinds.get(e.auditId) ?? '')?.get(e.recordId ?? '') ?? null }))
}

const runtime = mountResource(calls.auditLog, {
  table: 'audit_log',
  computed: repository.computed,
  order: { field: 'time', direction: 'desc' },
  exportAs: { row: calls.auditExportRow, always: ['changes'], fill: withChanges, filterWords: { module: (module) => moduleWords[module] ?? module, recordType: (type) => recordWords[type] ?? type, verb: (verb) => verbWords[verb] ?? verb } },
  filters: {
    timeFrom: sinceDay('time'),
    timeTo: untilDay('time'),
    userName: repository.byPerson,
    title: repository.titled,
    recordId: repository.ofRecord,
    result: repository.withResult,
    code: repository.withCode,
  },
})

const list = runtime.bindings.find(({ call }) => call.path === calls.auditLog.list.path)
async function listWithNames(context: Context<typeof calls.auditLog.list>) {
  const answer = (await list?.handler(context as never)) as ResponseOf<typeof calls.auditLog.list>
  return { ...answer, items: await withRecordNames(context.db, context.principal, answer.items) }
}

export const log = { ...runtime, bindings: runtime.bindings.map((binding) => (binding === list ? handle(calls.auditLog.list, listWithNames) : binding)) }
