import { sql, type SqlBool } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { dateOf } from '../../../platform/database/day'
import type { Narrowed } from './links'

/** How many of a kind there are; the key is null where the record does not say. */
export interface Counted {
  key: string | null
  label: string | null
  count: number
}

const standing = sql<SqlBool>`m.member_status in ('normal', 'suspended', 'leaving')`
// As the list of members reads it: the office of a company that is there.
const inJurisdiction = (place: string) => sql<SqlBool>`m.company_id in (select c.company_id from company c where not c.deleted and c.jurisdiction = ${place})`

/** Members `m` that are meant, within the person's data scope. */
export function membersMeant(principal: Principal, entity: Entity, { categoryId, jurisdiction }: Narrowed) {
  const all = [sql<SqlBool>`not m.deleted`, withinScope(principal, entity, 'm')]
  if (categoryId) all.push(sql<SqlBool>`m.category_id = ${categoryId}::bigint`)
  if (jurisdiction) all.push(inJurisdiction(jurisdiction))
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

export const byStatus = (principal: Principal, entity: Entity, narrowed: Narrowed) =>
  sql<Counted>`select m.member_status as key, null as label, count(*)::int as count from member m where ${membersMeant(principal, entity, narrowed)} group by 1`

export const byCategory = (principal: Principal, entity: Entity, narrowed: Narrowed) => sql<Counted>`
  select g.category_id as key, g.category_name as label, x.count from (
    select m.category_id, count(*)::int as count from member m where ${standing} and ${membersMeant(principal, entity, narrowed)} group by 1
  ) x join member_category g on g.category_id = x.category_id order by g.category_level, g.category_id`

export const byKind = (principal: Principal, entity: Entity, narrowed: Narrowed) =>
  sql<Counted>`select m.member_kind as key, null as label, count(*)::int as count from member m where ${standing} and ${membersMeant(principal, entity, narrowed)} group by 1`

/** Companies by their office: an individual has none. */
export const byJurisdiction = (principal: Principal, entity: Entity, narrowed: Narrowed) => sql<Counted>`
  select c.jurisdiction as key, c.jurisdiction as label, count(*)::int as count
  from member m left join company c on c.company_id = m.company_id and not c.deleted
  where m.member_kind = 'company' and ${standing} and ${membersMeant(principal, entity, narrowed)} group by 1 order by 3 desc, 1`

/** Standing members that owe for at least one, two and three closed years. */
export const byArrears = (principal: Principal, entity: Entity, narrowed: Narrowed) => sql<Counted>`
  select n::text as key, null as label, (select count(*)::int from member m where m.arrears_years > 0 and m.arrears_years >= n and ${standing} and ${membersMeant(principal, entity, narrowed)}) as count
  from generate_series(1, 3) n order by n`

export interface YearRow {
  year: number
  joined: number
  left: number
}

/** Members that joined, and cases that ended a membership, in each of the years. */
export const byYear = (principal: Principal, entity: Entity, narrowed: Narrowed, from: number, to: number) => sql<YearRow>`
  with joined as (
    select extract(year from m.join_date)::int as year, count(*)::int as n from member m
    where m.join_date >= make_date(${from}::int, 1, 1) and m.join_date <= make_date(${to}::int, 12, 31) and ${membersMeant(principal, entity, narrowed)} group by 1
  ), gone as (
    select extract(year from ${dateOf(sql`w.update_time`)})::int as year, count(distinct w.member_id)::int as n
    from member_withdraw w join member m on m.member_id = w.member_id where w.withdraw_status = 'ended' and ${membersMeant(principal, entity, narrowed)} group by 1
  )
  select y.year, coalesce(j.n, 0) as joined, coalesce(g.n, 0) as left
  from generate_series(${from}::int, ${to}::int) y(year) left join joined j on j.year = y.year left join gone g on g.year = y.year order by y.year`

/** The statements of the page; each is one block of it. */
export async function memberFigures(db: Db, principal: Principal, entity: Entity, narrowed: Narrowed, years: { from: number; to: number }) {
  const [status, kind, category, jurisdiction, arrears, year] = await Promise.all([
    byStatus(principal, entity, narrowed).execute(db),
    byKind(principal, entity, narrowed).execute(db),
    byCategory(principal, entity, narrowed).execute(db),
    byJurisdiction(principal, entity, narrowed).execute(db),
    byArrears(principal, entity, narrowed).execute(db),
    byYear(principal, entity, narrowed, years.from, years.to).execute(db),
  ])
  return { status: status.rows, kind: kind.rows, category: category.rows, jurisdiction: jurisdiction.rows, arrears: arrears.rows, years: year.rows }
}
