import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import './tables'

/** Actions of the log that change nothing about a record: who looked, who took a file, and notes, which stand there themselves. */
const LOOKS = ['viewPlain', 'export', 'read', 'download', 'downloadFile', 'checkImport', 'packArchives', 'note', 'withdrawNote']

export interface LogRow {
  audit_id: string
  time: Date
  user_id: string | null
  user_name: string
  title: string
  verb: string | null
  reason: string | null
  before: unknown
  after: unknown
}

/** What was done to a record, newest first; for readers of logs also who looked at it. */
export const logOf = (db: Db, recordType: string, recordId: string, limit: number, looks: boolean): Promise<LogRow[]> => {
  let query = db
    .selectFrom('audit_log')
    .select(['audit_id', 'time', 'user_id', 'user_name', 'title', 'verb', 'reason', 'before', 'after'])
    .where('record_type', '=', recordType)
    .where('record_id', '=', recordId)
    .where('code', '=', '000000')
    .where((eb) => eb.or([eb('verb', 'is', null), eb('verb', 'not in', ['note', 'withdrawNote'])]))
  if (!looks) query = query.where((eb) => eb.or([eb('verb', 'is', null), eb('verb', 'not in', LOOKS)]))
  return query.orderBy('time', 'desc').orderBy('audit_id', 'desc').limit(limit).execute()
}

/** Steps of a record's process, first one first: its making and the verbs of its machine. */
export const stepsOf = (db: Db, recordType: string, recordId: string, verbs: readonly string[]): Promise<LogRow[]> =>
  db
    .selectFrom('audit_log')
    .select(['audit_id', 'time', 'user_id', 'user_name', 'title', 'verb', 'reason', 'before', 'after'])
    .where('record_type', '=', recordType)
    .where('record_id', '=', recordId)
    .where('code', '=', '000000')
    .where('verb', 'in', ['insert', ...verbs])
    .orderBy('time')
    .orderBy('audit_id')
    .limit(200)
    .execute()

/** Files that a record holds, newest first. */
export const filesOf = (db: Db, recordType: string, recordId: string, limit: number) =>
  db
    .selectFrom('file_object')
    .select(['file_id', 'file_name', 'file_size', 'create_by', 'create_time'])
    .where('owner_type', '=', recordType)
    .where('owner_id', '=', recordId)
    .orderBy('create_time', 'desc')
    .limit(limit)
    .execute()

export const notesOf = (db: Db, recordType: string, recordId: string, limit: number) =>
  db
    .selectFrom('record_note')
    .select(['note_id', 'content', 'mentioned', 'create_by', 'create_time', 'withdraw_time'])
    .where('record_type', '=', recordType)
    .where('record_id', '=', recordId)
    .orderBy('create_time', 'desc')
    .orderBy('note_id', 'desc')
    .limit(limit)
    .execute()

export const insertNote = (db: Db, recordType: string, recordId: string, content: string, mentioned: readonly string[], userId: string) =>
  db
    .insertInto('record_note')
    .values({ record_type: recordType, record_id: recordId, content, mentioned: [...mentioned], create_by: userId })
    .returning('note_id')
    .executeTakeFirstOrThrow()

/** A note, held so that two requests at once do not both take it back. */
export const holdNote = (db: Db, noteId: string) => db.selectFrom('record_note').select(['note_id', 'record_type', 'record_id', 'create_by', 'create_time', 'withdraw_time']).where('note_id', '=', noteId).forUpdate().executeTakeFirst()

export const withdrawNote = async (db: Db, noteId: string): Promise<void> => {
  await db.updateTable('record_note').set({ withdraw_time: sql<Date>`now()` }).where('note_id', '=', noteId).execute()
}
