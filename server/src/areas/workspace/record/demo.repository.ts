import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import './tables'

export interface DemoEntry {
  time: string
  user_id: string | null
  user_name: string
  path: string
  title: string
  record_type: string
  record_id: string
  verb: string
  reason: string | null
  before: string | null
  after: string | null
}

/** Records of a kind that the log tells of already: what really happened is not added to. */
export const knownRecords = async (db: Db, recordType: string): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`select distinct record_id::text as id from audit_log where record_type = ${recordType} and record_id is not null`.execute(db)
  return new Set(rows.map((row) => row.id))
}

const AT_ONCE = 500

export async function insertEntries(db: Db, entries: readonly DemoEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    await db.insertInto('audit_log').values(entries.slice(at, at + AT_ONCE).map((entry) => ({ ...entry, ip: '127.0.0.1' }))).execute()
  }
}

export const insertNote = (db: Db, note: { recordType: string; recordId: string; content: string; mentioned: readonly string[]; createBy: string; time: string }) =>
  db
    .insertInto('record_note')
    .values({ record_type: note.recordType, record_id: note.recordId, content: note.content, mentioned: [...note.mentioned], create_by: note.createBy, create_time: note.time })
    .execute()
