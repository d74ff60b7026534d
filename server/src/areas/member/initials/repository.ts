import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Tables of people with the initials of their names, and their keys. */
export const PEOPLE = { contact: 'contact_id', director_user: 'director_id' } as const
export type PeopleTable = keyof typeof PEOPLE

/** Some people after one of them whose initials were never written. */
export async function withoutInitials(db: Db, table: PeopleTable, after: string, limit: number): Promise<{ id: string; name: string }[]> {
  const id = sql.ref(PEOPLE[table])
  const { rows } = await sql<{ id: string; name: string }>`select ${id}::text as id, name from ${sql.table(table)} where ${id} > ${after}::bigint and name_initials = '' order by ${id} limit ${limit}`.execute(db)
  return rows
}

export const setInitials = (db: Db, table: PeopleTable, people: readonly { id: string; initials: string }[]) =>
  sql`update ${sql.table(table)} p set name_initials = x.initials from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as x(id bigint, initials text) where p.${sql.ref(PEOPLE[table])} = x.id`.execute(db)
