import { CODE } from '@assoc/contract'
import type { CompiledQuery } from 'kysely'
import { entityNamed } from '../access/entities'
import type { Db } from '../database/database'
import { lastOfTransaction, written } from '../database/driver'

/** One action on one record. `before` and `after` hold only the fields that matter; secrets never. */
export interface AuditEntry {
  recordType: string
  recordId: string | null
  verb?: string
  reason?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
  /** Return code where it is not the frame's: what was refused within a call that did other things. */
  code?: string
  /** Who did it, where the call knows them and the frame does not: somebody who signs in. */
  actor?: { userId: string | null; userName: string }
}

export interface AuditFrame {
  userId: string | null
  userName: string
  ip: string
  requestId: string
  path: string
  title: string
  code?: string
  /** Module of the call, where its permit says it; otherwise that of the record. */
  module?: string | undefined
  /** When the call came in (`performance.now()`), for how long it took until its rows are written. */
  startedAt?: number
}

/** The fields that differ between two states, as a pair of before and after; empty when nothing changed. */
export function difference(before: Record<string, unknown>, after: Record<string, unknown>): Pick<AuditEntry, 'before' | 'after'> {
  const changed = Object.keys(after).filter((k) => JSON.stringify(normal(before[k])) !== JSON.stringify(normal(after[k])))
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((k) => [k, normal(from[k])]))
  return { before: pick(before), after: pick(after) }
}

const normal = (value: unknown): unknown => (value === undefined ? null : value instanceof Date ? value.toISOString() : value)

const LINE_BREAKS = /[\r\n\u001b]+/g

/** What a call under an idempotency key answered, kept for its retries. */
export interface KeptAnswer {
  key: string
  response: string
}

/**
 * Writes audit rows with the given connection: inside a transaction they stand and fall with the change.
 * The answer to keep goes with the last of them in one statement. `last`: nothing comes after it in the transaction, so that it is sent
 * together with the commit.
 */
export async function writeAudit(db: Db, frame: AuditFrame, entries: readonly AuditEntry[], answer?: KeptAnswer, { last = false } = {}): Promise<void> {
  if (entries.length === 0) return answer ? keepAnswer(db, frame, answer) : undefined
  // PostgreSQL takes 65,535 parameters a statement; an import may bring more rows than fit.
  for (let at = 0; at < entries.length; at += ROWS_A_STATEMENT) {
    const rows = rowsOf(frame, entries.slice(at, at + ROWS_A_STATEMENT))
    const end = at + ROWS_A_STATEMENT >= entries.length
    const statement = auditInsert(rows, frame, end ? answer : undefined)
    await db.executeQuery(end && last && db.isTransaction ? lastOfTransaction(statement) : statement)
  }
}

/** The statement is written by hand: it goes with every change, and building it anew each time costs more than sending it. */
function auditInsert(rows: ReturnType<typeof rowsOf>, frame: AuditFrame, answer: KeptAnswer | undefined): CompiledQuery {
  const values: unknown[] = answer ? [answer.response, frame.userId ?? '0', frame.path, answer.key] : []
  const kept = answer ? 'with kept as (update idempotency set response = $1 where user_id = $2 and path = $3 and key = $4) ' : ''
  const lines = rows.map((row) => `(${COLUMNS.map((column) => `$${values.push(row[column])}`).join(', ')})`)
  return written(`${kept}insert into audit_log (${COLUMNS.join(', ')}) values ${lines.join(', ')}`, values)
}

const COLUMNS = ['user_id', 'user_name', 'ip', 'request_id', 'path', 'title', 'record_type', 'record_id', 'verb', 'reason', 'before', 'after', 'code', 'module', 'duration_ms'] as const

const ROWS_A_STATEMENT = 1000

async function keepAnswer(db: Db, frame: AuditFrame, answer: KeptAnswer): Promise<void> {
  await answerUpdate(db, frame, answer).execute()
}

const answerUpdate = (db: Pick<Db, 'updateTable'>, frame: AuditFrame, { key, response }: KeptAnswer) =>
  db
    .updateTable('idempotency')
    .set({ response })
    .where('user_id', '=', frame.userId ?? '0')
    .where('path', '=', frame.path)
    .where('key', '=', key)

const rowsOf = (frame: AuditFrame, entries: readonly AuditEntry[]) =>
  entries.map((e) => ({
    user_id: e.actor?.userId ?? frame.userId,
    user_name: e.actor?.userName ?? frame.userName,
    ip: frame.ip,
    request_id: frame.requestId,
    path: frame.path,
    title: frame.title,
    record_type: e.recordType,
    record_id: e.recordId,
    verb: e.verb ?? null,
    reason: e.reason?.replace(LINE_BREAKS, ' ') ?? null,
    before: e.before ? JSON.stringify(e.before) : null,
    after: e.after ? JSON.stringify(e.after) : null,
    code: e.code ?? frame.code ?? CODE.ok,
    module: frame.module ?? entityNamed(e.recordType)?.module ?? null,
    duration_ms: frame.startedAt === undefined ? null : Math.round(performance.now() - frame.startedAt),
  }))

/** Audit rows of one record, newest first. */
export async function auditOfRecord(db: Db, recordType: string, recordId: string) {
  return db
    .selectFrom('audit_log')
    .select(['audit_id', 'time', 'user_name', 'title', 'reason', 'before', 'after'])
    .where('record_type', '=', recordType)
    .where('record_id', '=', recordId)
    .where('code', '=', '000000')
    .orderBy('audit_id', 'desc')
    .limit(200)
    .execute()
}

export interface TimelineEntry {
  auditId: string
  time: string
  userName: string
  title: string
  reason: string | null
  changes: { field: string; before: string | null; after: string | null }[]
}

const HIDDEN = new Set(['version', 'updateTime', 'searchGrams'])

/** Makes the timeline of a record for its readers. `label` names a field and words its value. */
export async function timelineOf(
  db: Db,
  recordType: string,
  recordId: string,
  label: (field: string, value: unknown) => { field: string; value: string | null },
): Promise<TimelineEntry[]> {
  const rows = await auditOfRecord(db, recordType, recordId)
  return rows.map((row) => {
    const before = (row.before ?? {}) as Record<string, unknown>
    const after = (row.after ?? {}) as Record<string, unknown>
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((k) => !HIDDEN.has(k))
    return {
      auditId: row.audit_id,
      time: row.time.toISOString(),
      userName: row.user_name,
      title: row.title,
      reason: row.reason,
      changes: keys.map((key) => ({
        field: label(key, null).field,
        before: label(key, before[key] ?? null).value,
        after: label(key, after[key] ?? null).value,
      })),
    }
  })
}

/** Notes a refusal that security looks at; outside any transaction, so that it stays. */
export const noteRefusal = (db: Db, frame: AuditFrame, entry: AuditEntry) => writeAudit(db, frame, [entry])

