import { sql, type SqlBool } from 'kysely'
import type { learnerRole } from '@assoc/contract/meeting/learner'
import type { z } from 'zod'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { accountOfMobile } from '../../../platform/identity/people'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { companiesHolding } from '../../member/api'
import '../hours/tables'

type Role = z.output<typeof learnerRole.schema>

/** How many years a window has, and the hours that each role needs in one. */
export interface Wanted {
  years: number
  hours: Readonly<Record<Role, number>>
}

export const computed = {
  companyName: sql<string | null>`coalesce((select c.short_name from company_public c where c.company_id = t.company_id), t.unit_name)`,
  linkedTo: sql<string>`concat_ws('、', case when t.user_id is not null then '账号' end, case when t.director_id is not null then '独董库' end, case when t.contact_id is not null then '联系人' end)`,
  wantedHours: sql<number>`t.wanted_hours::float8`,
  earnedHours: sql<number>`t.earned_hours::float8`,
  missingHours: sql<number>`greatest(0, t.wanted_hours - t.earned_hours)::float8`,
  totalHours: sql<number>`(select coalesce(sum(h.hours), 0) from hours_entry h where h.learner_id = t.learner_id and h.entry_status = 'approved')::float8`,
}

/** Learners whose name or unit holds the keyword; each half is found by its own index. */
export function holding(keyword: string) {
  const { grams, exact } = gramsOfKeyword(keyword)
  const text = exact ? sql`` : sql` and (l.name ilike ${contains(keyword.trim())} or l.unit_name ilike ${contains(keyword.trim())})`
  return sql<SqlBool>`t.learner_id = any(array(
    select l.learner_id from learner l where l.search_grams @> ${grams}::text[]${text}
    union select l.learner_id from learner l where l.company_id = any(array(${companiesHolding(keyword)}))))`
}

export const filters = {
  mobile: (mobile: string) => sql<SqlBool>`t.mobile = ${mobile.replace(/[\s-]/g, '')}`,
  hoursState: (state: string) => sql<SqlBool>`t.short = ${state === 'short'}`,
}

export const isMerged = sql<SqlBool>`merged_into is not null`

export interface Person {
  name: string
  mobile: string
  companyId: string | null
  unitName: string | null
}

const ROLE_OF_POST = sql`case k.post_type when 'secretary' then 'secretary' when 'affairs' then 'affairs' when 'independent' then 'independent' when 'director' then 'director' when 'chairman' then 'director' when 'auditChair' then 'independent' end`

/**
 * The learners of people, by mobile number, in the order of the people: found, or made with what the register knows of the number.
 * A number of somebody who was merged leads to who they were merged into.
 */
export async function learnersOf(db: Db, people: readonly Person[]): Promise<string[]> {
  if (people.length === 0) return []
  const given = JSON.stringify(people)
  await sql`
    insert into learner (name, mobile, learner_role, company_id, unit_name, user_id, director_id, contact_id)
    select p.name, p.mobile, coalesce(case when d.director_id is not null then 'independent' end, ${ROLE_OF_POST}, 'other'), coalesce(p."companyId"::bigint, k.company_id), p."unitName", ${accountOfMobile('p.mobile')}, d.director_id, k.contact_id
    from (select distinct on (x.mobile) x.* from jsonb_to_recordset(${given}::jsonb) x(name text, mobile text, "companyId" text, "unitName" text) order by x.mobile) p
    left join director_user_public d on d.mobile = p.mobile
    left join lateral (select c.contact_id, c.company_id, c.post_type from contact_public c where c.mobile = p.mobile and c.contact_status = 'serving' order by c.contact_id limit 1) k on true
    order by p.mobile
    on conflict (mobile) do nothing`.execute(db)
  const { rows } = await sql<{ learnerId: string }>`
    select coalesce(l.merged_into, l.learner_id) as "learnerId" from jsonb_array_elements(${given}::jsonb) with ordinality p(one, n) join learner l on l.mobile = p.one ->> 'mobile' order by p.n`.execute(db)
  return rows.map((row) => row.learnerId)
}

/** Links learners with what the register knows of their number now: the account, the entry of the pool, and the contact with its company. */
export const link = (db: Db, learnerId: string | null) =>
  sql`
    update learner l set user_id = x.user_id, director_id = x.director_id, contact_id = x.contact_id, company_id = coalesce(x.company_id, l.company_id), update_time = now(), version = l.version + 1
    from (
      select o.learner_id, ${accountOfMobile('o.mobile')} as user_id, d.director_id, k.contact_id, k.company_id
      from learner o left join director_user_public d on d.mobile = o.mobile
      -- Who serves at several companies stays with the one that was chosen by hand.
      left join lateral (select min(c.contact_id) as contact_id, case when count(distinct c.company_id) = 1 then min(c.company_id) end as company_id from contact_public c where c.mobile = o.mobile and c.contact_status = 'serving') k on true
      where o.merged_into is null and (${learnerId}::bigint is null or o.learner_id = ${learnerId}::bigint)
    ) x
    where l.learner_id = x.learner_id and (l.user_id, l.director_id, l.contact_id, l.company_id) is distinct from (x.user_id, x.director_id, x.contact_id, coalesce(x.company_id, l.company_id))`.execute(db)

/**
 * Works out anew what learners need in the window of years in which today lies, what they have of it and when it ends; all of them where
 * none are named. A window begins with the day since when somebody has had the role, and every so many years after it.
 */
export async function refresh(db: Db, learnerIds: readonly string[] | null, { years, hours }: Wanted): Promise<void> {
  await sql`
    update learner l set wanted_hours = s.wanted, earned_hours = s.earned, window_from = s.window_from, deadline = s.deadline
    from (
      select o.learner_id, w.wanted, w.window_from, w.window_to - 1 as deadline,
        coalesce((select sum(h.hours) from hours_entry h where h.learner_id = o.learner_id and h.entry_status = 'approved' and h.learned_on >= w.window_from and h.learned_on < w.window_to), 0) as earned
      from learner o
      cross join lateral (select coalesce(o.role_since, date_trunc('year', o.create_time at time zone 'Asia/Shanghai')::date) as since, (now() at time zone 'Asia/Shanghai')::date as today) d
      cross join lateral (select greatest(0, floor(extract(year from age(d.today, d.since)) / ${years}::int))::int * ${years}::int as gone) g
      cross join lateral (
        select coalesce((${JSON.stringify(hours)}::jsonb ->> o.learner_role)::numeric, 0) as wanted,
          (d.since + make_interval(years => g.gone))::date as window_from, (d.since + make_interval(years => g.gone + ${years}::int))::date as window_to
      ) w
      where o.merged_into is null and (${learnerIds === null} or o.learner_id = any(${[...(learnerIds ?? [])]}::bigint[]))
    ) s
    where l.learner_id = s.learner_id and (l.wanted_hours, l.earned_hours, l.window_from, l.deadline) is distinct from (s.wanted, s.earned, s.window_from, s.deadline)`.execute(db)
}

/** Two learners, held to the end of the transaction in the order of their ids. */
export const holdBoth = (db: Db, ids: readonly [string, string]) =>
  db.selectFrom('learner').select(['learner_id as learnerId', 'version', 'name', 'merged_into as mergedInto']).where('learner_id', 'in', [...ids]).orderBy('learner_id').forUpdate().execute()

/** Gives one learner's entries to another; what both have of one source counts once, and the other one's stays. */
export async function mergeInto(db: Db, from: string, into: string): Promise<{ moved: number; doubled: number }> {
  const doubled = await sql`
    update hours_entry h set entry_status = 'revoked', opinion = '合并学员，同一来源已记', version = h.version + 1, update_time = now()
    where h.learner_id = ${from}::bigint and h.entry_status <> 'revoked'
      and exists (select from hours_entry o where o.learner_id = ${into}::bigint and o.entry_status <> 'revoked' and (o.source_type, o.source_id) = (h.source_type, h.source_id))`.execute(db)
  const moved = await sql`update hours_entry set learner_id = ${into}::bigint, update_time = now() where learner_id = ${from}::bigint`.execute(db)
  await sql`update learner set merged_into = ${into}::bigint, version = version + 1, update_time = now() where learner_id = ${from}::bigint or merged_into = ${from}::bigint`.execute(db)
  return { moved: Number(moved.numAffectedRows ?? 0n), doubled: Number(doubled.numAffectedRows ?? 0n) }
}

/** Numbers of those who lack hours in a window that ends within some days, in somebody's data scope. */
export async function shortOnes(db: Db, within: ReturnType<typeof sql<SqlBool>>, roles: readonly string[], days: number, limit: number): Promise<{ learnerId: string; mobile: string }[]> {
  const { rows } = await sql<{ learnerId: string; mobile: string }>`
    select t.learner_id as "learnerId", t.mobile from learner t
    where t.short and t.merged_into is null and t.deadline <= (now() at time zone 'Asia/Shanghai')::date + ${days}::int and (${roles.length === 0} or t.learner_role = any(${[...roles]}::text[])) and ${within}
    order by t.deadline, t.learner_id limit ${limit}`.execute(db)
  return rows
}
