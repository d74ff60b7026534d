import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

export interface Logged {
  recordType: string
  recordId: string
  time: Date
  userId: string | null
  userName: string
}

/** A record, and the verbs of the log by which it came where it is. */
export interface Wanted {
  recordType: string
  recordId: string
  verbs: readonly string[]
}

/** Who brought each record where it is, and when, by the log; one look-up in its index for each. Records that were laid without a log are missing. */
export async function broughtBy(db: Db, wanted: readonly Wanted[]): Promise<Map<string, Logged>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Logged>`
    select w.record_type as "recordType", w.record_id as "recordId", l.time, l.user_id as "userId", l.user_name as "userName"
    from json_to_recordset(${JSON.stringify(wanted.map(({ recordType, recordId, verbs }) => ({ record_type: recordType, record_id: recordId, verbs })))}::json) as w(record_type text, record_id bigint, verbs json)
    cross join lateral (
      select a.time, a.user_id, a.user_name from audit_log a
      where a.record_type = w.record_type and a.record_id = w.record_id and a.code = '000000' and a.verb in (select json_array_elements_text(w.verbs))
      order by a.audit_id desc limit 1) l`.execute(db)
  return new Map(rows.map((row) => [`${row.recordType} ${row.recordId}`, row]))
}

/** Steps that somebody took, newest first: of kinds of records with their verbs. Read from their own part of the log, as far as it goes back. */
export async function stepsOfPerson(db: Db, userId: string, of: readonly { recordType: string; verbs: readonly string[] }[], limit: number, offset: number) {
  const { rows } = await sql<{ auditId: string; time: Date; recordType: string; recordId: string; verb: string; reason: string | null; before: unknown }>`
    select a.audit_id as "auditId", a.time, a.record_type as "recordType", a.record_id as "recordId", a.verb, a.reason, a.before
    from audit_log a
    where a.user_id = ${userId}::bigint and a.code = '000000' and (${sql.join(of.map(({ recordType, verbs }) => sql`(a.record_type = ${recordType} and a.verb = any(${[...verbs]}::text[]))`), sql` or `)})
    order by a.audit_id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}
