import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'

/** Joins whoever a member `m` is: company `c` or person `d` of the pool; the columns of the other one are null. */
export const party = sql`left join company c on c.company_id = m.company_id left join director_user d on d.director_id = m.person_id`

/** Full name of the company, or name of the person, that `party` joins. */
export const partyName = sql<string>`coalesce(c.company_name, d.name)`
/** Short name of the company, or name of the person, that `party` joins. */
export const partyShort = sql<string>`coalesce(c.short_name, d.name)`

/** Short name of a row's member; `t` is the row. */
export const memberShort = sql<string>`(select ${partyShort} from member m ${party} where m.member_id = t.member_id)`

/** Ids of people of the pool whose name holds a keyword. */
export function peopleNamed(keyword: string): RawBuilder<unknown> {
  const text = keyword.trim()
  return sql`select d.director_id from director_user d where d.search_grams @> ${gramsOfKeyword(text).grams}::text[] and d.name ilike ${contains(text)}`
}

/** Whether anybody of the pool bears a name that holds a keyword. */
export async function someoneNamed(db: Db, keyword: string): Promise<boolean> {
  // As of contacts: with a limit alone the planner may read the pool through.
  const { rows } = await sql`with k as materialized (${peopleNamed(keyword)}) select 1 from k limit 1`.execute(db)
  return rows.length > 0
}

/** Ids of a company's memberships. */
export const membersOfCompany = (companyId: string) => sql`select member_id from member where company_id = ${companyId}::bigint`
