import type { RowOf } from '@assoc/contract'
import * as calls from '@assoc/contract/rbac/log'
import { mountResource } from '../../../platform/resource/mount'
import type { Db } from '../../../platform/database/database'
import { sinceDay, untilDay } from '../../../platform/database/day'
import type { Row } from '../../../platform/resource/definition'
import { cellOfChanges, wordsOfChanges } from './changes'
import { recordWords, verbWords } from './format'
import * as repository from './repository'

/** Each entry with what it changed, in one cell. */
async function withChanges(db: Db, found: RowOf<typeof calls.auditLog>[]): Promise<Row[]> {
  const words = wordsOfChanges()
  const cells = new Map((await repository.changesOf(db, found.map((r) => r.auditId))).map((c) => [c.audit_id, cellOfChanges(words(c))]))
  return found.map((row) => ({ ...row, changes: cells.get(row.auditId) ?? null }))
}

export const log = mountResource(calls.auditLog, {
  table: 'audit_log',
  computed: repository.computed,
  order: { field: 'time', direction: 'desc' },
  exportAs: { row: calls.auditExportRow, always: ['changes'], fill: withChanges, filterWords: { recordType: (type) => recordWords[type] ?? type, verb: (verb) => verbWords[verb] ?? verb } },
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
