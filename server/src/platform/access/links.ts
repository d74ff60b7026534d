import { sql } from 'kysely'
import type { Db } from '../database/database'

/** One company or person that an account acts for, and as what: a post at a company, the register of a person. */
export interface Link {
  id: string
  capacity: string
}

/** Whom somebody acts for. */
export interface Links {
  companies: readonly Link[]
  persons: readonly Link[]
}

export const NO_LINKS: Links = { companies: [], persons: [] }

/** Accounts that act for a company now and can sign in, by their names. */
export async function accountsActingFor(db: Db, companyId: string, limit: number): Promise<{ userId: string; realName: string }[]> {
  const { rows } = await sql<{ userId: string; realName: string }>`select u.user_id as "userId", u.real_name as "realName" from sys_user u
    where u.account_status = 'normal' and u.user_id = any(array(select l.user_id from identity_link l where l.subject = 'company' and l.subject_id = ${companyId}::bigint and l.end_time is null))
    order by u.real_name, u.user_id limit ${limit}`.execute(db)
  return rows
}

/** The links of an account that stand now. */
export async function loadLinks(db: Db, userId: string): Promise<Links> {
  const { rows } = await sql<{ subject: 'company' | 'person'; id: string; capacity: string }>`
    select subject, subject_id as id, capacity from identity_link where user_id = ${userId} and end_time is null order by link_id`.execute(db)
  if (rows.length === 0) return NO_LINKS
  const of = (subject: 'company' | 'person') => rows.filter((r) => r.subject === subject).map(({ id, capacity }) => ({ id, capacity }))
  return { companies: of('company'), persons: of('person') }
}
