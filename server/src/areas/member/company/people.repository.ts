import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import { has, type Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { contains, startsWith } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'

/** What may be a person's name, or begin one: letters of any script, from two on. A single one would name half of all people. */
const NAME = /^[\p{L}·•.' -]{2,40}$/u

/** Ids of the companies whose legal representative's name begins with a text. */
const representedBy = (name: string): RawBuilder<unknown> => sql`select c.company_id from company c where c.legal_rep like ${startsWith(name)} and not c.deleted`

/** The condition that a contact `p`, who serves or waits to be verified, bears a name that holds a text. */
const bearing = (name: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`p.search_grams @> ${gramsOfKeyword(name).grams}::text[] and p.name ilike ${contains(name)} and p.contact_status in ('serving', 'pending')`

/** The query if it answers anything. With a limit alone the planner may read a table through in the hope of meeting a row soon. */
async function unlessEmpty(db: Db, query: RawBuilder<unknown>): Promise<RawBuilder<unknown> | undefined> {
  const { rows } = await sql`with k as materialized (${query}) select 1 from k limit 1`.execute(db)
  return rows.length > 0 ? query : undefined
}

/**
 * Ids of the companies that a keyword finds by a person: their legal representative, or a contact whom the principal may see.
 * Undefined where there are none, so that most keywords keep the plans of names and codes.
 */
export async function companiesOfPeople(db: Db, principal: Principal, keyword: string): Promise<RawBuilder<unknown> | undefined> {
  const name = keyword.trim()
  if (!NAME.test(name)) return undefined
  const contacts = has(principal, 'member:contact:read') ? sql` union select p.company_id from contact p where ${bearing(name)} and ${scopeOf('contact')(principal, 'p')}` : sql``
  return unlessEmpty(db, sql`${representedBy(name)}${contacts}`)
}

/** The same for members, whose list tells their representative and liaison to everybody who reads it: those two alone of the contacts. */
export async function companiesOfMembersPeople(db: Db, keyword: string): Promise<RawBuilder<unknown> | undefined> {
  const name = keyword.trim()
  if (!NAME.test(name)) return undefined
  return unlessEmpty(db, sql`${representedBy(name)} union
    select p.company_id from contact p join member m on m.company_id = p.company_id and p.contact_id in (m.representative_id, m.liaison_id) where ${bearing(name)}`)
}
