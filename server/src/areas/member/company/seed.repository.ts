import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { clerksWith } from '../../../platform/identity/people'
import { gramsOfSearchText } from './grams'
import type { NewCompany } from './repository'

/** Rows a statement. */
const CHUNK = 2000

/** The department that looks after members and its clerks, as far as the demo's people are there. */
export async function memberService(db: Db): Promise<{ deptId: string | null; clerkIds: string[] }> {
  const people = await clerksWith(db, 'MEMBER_OP')
  return { deptId: people[0]?.deptId ?? null, clerkIds: people.map((p) => p.userId) }
}

/** Inserts many companies with their grams, in a few statements. */
export async function insertMany(db: Db, companies: readonly NewCompany[]): Promise<void> {
  for (let from = 0; from < companies.length; from += CHUNK) {
    const chunk = companies.slice(from, from + CHUNK)
    const made = await db.insertInto('company').values(chunk).returning(['company_id', 'search_text']).execute()
    await insertGrams(db, made)
  }
}

/** Adds the grams of many companies; in the order of the key, which makes the index twice as fast to fill. */
export async function insertGrams(db: Db, companies: readonly { company_id: string; search_text: string }[]): Promise<void> {
  const pairs = companies.flatMap((c) => gramsOfSearchText(c.search_text).map((gram) => ({ gram, id: c.company_id })))
  pairs.sort((a, b) => (a.gram < b.gram ? -1 : a.gram > b.gram ? 1 : Number(a.id) - Number(b.id)))
  await sql`
    insert into company_gram (gram, company_id)
    select * from unnest(${pairs.map((p) => p.gram)}::text[], ${pairs.map((p) => p.id)}::bigint[])
    on conflict do nothing`.execute(db)
}
