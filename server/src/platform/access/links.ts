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

/** The links of an account that stand now. */
export async function loadLinks(db: Db, userId: string): Promise<Links> {
  const { rows } = await sql<{ subject: 'company' | 'person'; id: string; capacity: string }>`
    select subject, subject_id as id, capacity from identity_link where user_id = ${userId} and end_time is null order by link_id`.execute(db)
  if (rows.length === 0) return NO_LINKS
  const of = (subject: 'company' | 'person') => rows.filter((r) => r.subject === subject).map(({ id, capacity }) => ({ id, capacity }))
  return { companies: of('company'), persons: of('person') }
}
