import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import '../tables'

/** An expert who may be given new works on a day: in office, and the appointment runs to that day at least. `alias` names the table in the statement. */
export const openTo = (day: string, alias = 'expert') => sql<SqlBool>`(${sql.ref(`${alias}.expert_status`)} = 'serving' and ${sql.ref(`${alias}.term_end`)} >= ${day}::date)`

/** Whether an expert may be given new works on a day; the answer holds until the transaction ends. */
export const mayGetWorks = async (db: Db, expertId: string, day: string): Promise<boolean> =>
  (await sql<{ may: boolean }>`select ${openTo(day, 'e')} as may from expert e where e.expert_id = ${expertId}::bigint for share`.execute(db)).rows[0]?.may ?? false

/** Those of some experts who may be given new works on a day. */
export const whoMayGetWorks = async (db: Db, expertIds: readonly string[], day: string): Promise<Set<string>> =>
  new Set((await sql<{ id: string }>`select e.expert_id as id from expert e where e.expert_id = any(${[...expertIds]}::bigint[]) and ${openTo(day, 'e')}`.execute(db)).rows.map(({ id }) => id))
