import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { sinceDay, untilDay } from '../../../platform/database/day'
import { personName } from '../../../platform/identity/people'
import './tables'

export const requestComputed = { createName: personName('t.create_by'), decideName: personName('t.decide_by') }

export const erasureComputed = {
  requestNo: sql<string | null>`(select r.request_no from personal_request r where r.request_id = t.request_id)`,
  byName: personName('t.erase_by'),
}

export const erasureFilters = { eraseTimeFrom: sinceDay('erase_time'), eraseTimeTo: untilDay('erase_time') }

export interface NewRequest {
  requestNo: string
  recordType: string
  recordId: string
  subject: string
  own: boolean
  reason: string
  by: string
}

export const insertOwn = (db: Db, r: NewRequest) =>
  db
    .insertInto('personal_request')
    .values({ request_no: r.requestNo, record_type: r.recordType, record_id: r.recordId, subject: r.subject, own: r.own, reason: r.reason, create_by: r.by, acted_by: [`write:${r.by}`] })
    .returning('request_id')
    .executeTakeFirstOrThrow()

/** The newest request of a person about their own account. */
export const ownRequest = (db: Db, userId: string) =>
  db
    .selectFrom('personal_request')
    .select(['request_id', 'request_no', 'reason', 'create_time', 'request_status', 'decide_reason'])
    .where('record_type', '=', 'user')
    .where('record_id', '=', userId)
    .where('create_by', '=', userId)
    .orderBy('request_id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const withdrawOwn = (db: Db, userId: string) =>
  db
    .updateTable('personal_request')
    .set({ request_status: 'withdrawn', version: sql<number>`version + 1` })
    .where('record_type', '=', 'user')
    .where('record_id', '=', userId)
    .where('create_by', '=', userId)
    .where('request_status', '=', 'pending')
    .returning('request_id')
    .executeTakeFirst()

export const findRequest = (db: Db, requestId: string) =>
  db.selectFrom('personal_request').select(['request_id', 'record_type', 'record_id', 'request_status']).where('request_id', '=', requestId).executeTakeFirst()

export const stampDecision = (db: Db, requestId: string, by: string, reason: string | null) =>
  db.updateTable('personal_request').set({ decide_by: by, decide_time: sql<Date>`now()`, decide_reason: reason }).where('request_id', '=', requestId).execute()

/** Requests about records that are gone name nobody any more. */
export const forgetSubjects = (db: Db, recordType: string, recordIds: readonly string[], neutral: string) =>
  db.updateTable('personal_request').set({ subject: neutral }).where('record_type', '=', recordType).where('record_id', 'in', [...recordIds]).execute()

export interface NewErasure {
  erasureNo: string
  cause: 'request' | 'refused'
  requestId: string | null
  records: string
  refs: unknown
  lines: unknown
  erasedRows: number
  keptRows: number
  fileCount: number
  by: string | null
}

export const insertErasure = (db: Db, e: NewErasure) =>
  db
    .insertInto('erasure')
    .values({
      erasure_no: e.erasureNo, cause: e.cause, request_id: e.requestId, records: e.records, refs: JSON.stringify(e.refs), lines: JSON.stringify(e.lines),
      erased_rows: e.erasedRows, kept_rows: e.keptRows, file_count: e.fileCount, erase_by: e.by,
    })
    .returning('erasure_id')
    .executeTakeFirstOrThrow()

/** Which of these numbers the database knows. */
export const knownErasures = async (db: Db, numbers: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('erasure').select('erasure_no').where('erasure_no', 'in', [...numbers]).execute()).map((r) => r.erasure_no)

export const linesOf = async (db: Db, erasureId: string): Promise<unknown> => (await db.selectFrom('erasure').select('lines').where('erasure_id', '=', erasureId).executeTakeFirst())?.lines

/** Ends an account for good; its sessions are ended before. */
export const cancelAccount = (db: Db, userId: string, by: string | null) =>
  db
    .updateTable('sys_user')
    .set({ account_status: 'cancelled', lock_until: null, must_change_password: false, update_by: by, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('user_id', '=', userId)
    .execute()

/** Whether one of these is still an employee of the house. */
export const stillEmployed = async (db: Db, userIds: readonly string[]): Promise<boolean> =>
  userIds.length > 0 && (await db.selectFrom('employee').select('employee_id').where('user_id', 'in', [...userIds]).where('employee_status', '<>', 'left').limit(1).executeTakeFirst()) !== undefined
