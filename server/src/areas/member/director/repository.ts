import { masked, type FileItem } from '@assoc/contract'
import { sql, type SqlBool } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { initials } from '../../../platform/search/grams'
import { clerksWith } from '../../../platform/identity/people'
import { linkColumns } from '../../rbac/api'

// A month that is shorter than the day ends on its last day, as `againFrom` has it.
export const computed = { againDate: sql`case when t.pool_status = 'refused' then (t.refused_date + interval '6 months')::date end`, ...linkColumns('directorUser', 't.director_id') }

/** The day on which the owner of an ID number was not taken, by its print; null when they are not among the refused. */
export const refusedDateOf = async (db: Db, print: string): Promise<string | null> =>
  (await sql<{ day: string | null }>`select refused_date as day from director_user where id_card_print = ${print} and pool_status = 'refused'`.execute(db)).rows[0]?.day ?? null

/** Whether an entry of the pool is of the owner of an ID number, by its blind index. */
export const holdsPoolNumber = async (db: Db, directorId: string, print: string): Promise<boolean> =>
  (await db.selectFrom('director_user').select('director_id').where('director_id', '=', directorId).where('id_card_print', '=', print).executeTakeFirst()) !== undefined

/** Where somebody stands with the pool; their entry stays as it is until the transaction ends. */
export const holdPerson = async (db: Db, directorId: string): Promise<string | null> =>
  (await sql<{ status: string }>`select pool_status as status from director_user where director_id = ${directorId}::bigint for share`.execute(db)).rows[0]?.status ?? null

export const filters = {
  profession: (one: string) => sql<SqlBool>`t.professions @> array[${one}]::text[]`,
  isAccounting: (answer: string) => sql<SqlBool>`t.is_accounting = ${answer === 'yes'}`,
  seatsMax: (seats: number) => sql<SqlBool>`t.current_seats <= ${seats}`,
  /** The whole number alone: blanks and dashes of a pasted one are taken off. */
  mobile: (mobile: string) => sql<SqlBool>`t.mobile = ${mobile.replace(/[\s-]/g, '')}`,
}

/** Writes down the day on which somebody was not taken. */
export const noteRefused = (db: Db, directorId: string, day: string) => db.updateTable('director_user').set({ refused_date: day }).where('director_id', '=', directorId).execute()

export interface Resume {
  directorId: string
  name: string
  unit: string
  status: string
  resume: FileItem[]
}

/** Résumés of people within the person's scope, in the order of their ids. */
export const resumesOf = async (db: Db, principal: Principal, entity: Entity, ids: readonly string[]): Promise<Resume[]> =>
  (
    await sql<Resume>`select t.director_id as "directorId", t.name, t.current_unit as unit, t.pool_status as status, t.resume from director_user t
      where t.director_id = any(${[...ids]}::bigint[]) and ${withinScope(principal, entity, 't')} order by t.director_id`.execute(db)
  ).rows

/** Department and people of the demo association that look after directors; none in an installation without them. */
export async function demoClerks(db: Db): Promise<{ deptId: string | null; clerkIds: string[] }> {
  const people = await clerksWith(db, 'MEMBER_OP')
  return { deptId: people[0]?.deptId ?? null, clerkIds: people.map((p) => p.userId) }
}

interface DemoDirector {
  name: string
  idCard: string
  sealed: string
  print: string
  mobile: string
  email: string
  current_unit: string
  professions: string[]
  title_name: string | null
  experience_years: number
  current_seats: number
  is_accounting: boolean
  accounting_qual: string | null
  punished36m: boolean
  refused_date: string | null
  pool_status: string
  dept_id: string | null
  create_by: string | null
}

/** Lays down one person of the demo association without their résumé; answers their id. */
export async function seedDirector(db: Db, { idCard, sealed, print, ...person }: DemoDirector): Promise<string> {
  const row = { ...person, name_initials: initials(person.name), id_card: masked('idCard', idCard) ?? '', id_card_sealed: sealed, id_card_print: print, resume: '[]', consent_time: sql<Date>`now() - interval '30 days'`, remark: null }
  return (await db.insertInto('director_user').values(row).returning('director_id').executeTakeFirstOrThrow()).director_id
}
