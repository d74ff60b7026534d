import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { actorName, personName } from '../../../platform/identity/people'
import './tables'

/** Actions of the log that change nothing about a record: who looked, who took a file, and notes, which stand there themselves. */
const LOOKS = ['viewPlain', 'export', 'read', 'download', 'downloadFile', 'checkImport', 'packArchives', 'note', 'withdrawNote', 'copy']

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
    .where((eb) => eb.or([eb('verb', 'is', null), eb('verb', 'not in', ['note', 'withdrawNote', 'copy'])]))
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

export interface CopyRow {
  userName: string
  fromName: string
  time: Date
  read: boolean
}

/** Who has been sent a copy of a record, the first one first. */
export async function copiesOf(db: Db, recordType: string, recordId: string): Promise<CopyRow[]> {
  const { rows } = await sql<CopyRow>`
    select coalesce(${personName('t.user_id')}, '') as "userName", ${actorName('t.create_by')} as "fromName", t.create_time as time, t.read_time is not null as read
    from record_copy t where t.record_type = ${recordType} and t.record_id = ${recordId}::bigint order by t.copy_id limit 100`.execute(db)
  return rows
}

/** Leaves people a copy; answers who had none yet. */
export async function insertCopies(db: Db, recordType: string, recordId: string, userIds: readonly string[], by: string): Promise<string[]> {
  const rows = await db
    .insertInto('record_copy')
    .values(userIds.map((user_id) => ({ record_type: recordType, record_id: recordId, user_id, create_by: by })))
    .onConflict((c) => c.constraint('record_copy_unique').doNothing())
    .returning('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

export interface OwnCopy {
  copyId: string
  recordType: string
  recordId: string
  fromName: string
  time: Date
  read: boolean
}

/** Copies that a person has been sent, newest first, with how many there are and how many are unread. */
export async function copiesFor(db: Db, userId: string, unread: boolean, limit: number, offset: number): Promise<{ items: OwnCopy[]; total: number; unread: number }> {
  const only = unread ? sql`and t.read_time is null` : sql``
  const [items, counted] = await Promise.all([
    sql<OwnCopy>`
      select t.copy_id::text as "copyId", t.record_type as "recordType", t.record_id::text as "recordId", ${actorName('t.create_by')} as "fromName", t.create_time as time, t.read_time is not null as read
      from record_copy t where t.user_id = ${userId}::bigint ${only} order by t.copy_id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number; unread: number }>`select count(*)::int as total, count(*) filter (where read_time is null)::int as unread from record_copy where user_id = ${userId}::bigint`.execute(db),
  ])
  const { total, unread: open } = counted.rows[0] ?? { total: 0, unread: 0 }
  return { items: items.rows, total: unread ? open : total, unread: open }
}

/** Marks a person's own copies; others' are left as they are. */
export async function markCopies(db: Db, userId: string, copyIds: readonly string[], read: boolean): Promise<void> {
  await db
    .updateTable('record_copy')
    .set({ read_time: read ? sql<Date>`coalesce(read_time, now())` : null })
    .where('user_id', '=', userId)
    .where('copy_id', 'in', copyIds)
    .execute()
}
