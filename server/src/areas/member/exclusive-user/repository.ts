import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import { gramsOfKeyword } from '../../../platform/search/grams'
import { companyOfMember, holding as membersHolding, ofMembersOf } from '../membership/repository'
import { memberShort } from '../membership/party.repository'

export const computed = {
  companyName: companyOfMember,
  memberNo: sql`(select m.member_no from member m where m.member_id = t.member_id)`,
  memberName: memberShort,
}

export const filters = {
  companyId: ofMembersOf,
  validToFrom: (day: string) => sql<SqlBool>`t.valid_to >= ${day}::date`,
  validToTo: (day: string) => sql<SqlBool>`t.valid_to <= ${day}::date`,
}

/** Those with the keyword in their name, or of a member that it finds. */
export function holding(keyword: string) {
  const { grams, exact } = gramsOfKeyword(keyword)
  const named = exact ? sql`t.search_grams @> ${grams}::text[]` : sql`(t.search_grams @> ${grams}::text[] and t.name ilike ${contains(keyword.trim())})`
  return sql<SqlBool>`(${named} or t.member_id = any(array(select m.member_id from member m where not m.deleted and ${membersHolding(keyword, 'm')})))`
}

/** Whether a membership stands; it cannot end before the transaction does. */
export async function isStanding(db: Db, memberId: string): Promise<boolean> {
  // For update, because its users are counted next: two that share it and then want it alone would wait for each other.
  const { rows } = await sql`select 1 from member where member_id = ${memberId}::bigint and not deleted and member_status in ('normal', 'suspended', 'leaving') for update`.execute(db)
  return rows.length > 0
}

/** What a member's category allows of exclusive users, 0 where it says nothing, and how many are open; the member is held by `isStanding`. */
export async function seatsOf(db: Db, memberId: string): Promise<{ category: string; quota: number; open: number }> {
  const { rows } = await sql<{ category: string; quota: number; open: number }>`
    select g.category_name as category, g.exclusive_quota as quota, (select count(*)::int from exclusive_user u where u.member_id = m.member_id and u.exclusive_status = 'normal') as open
    from member m join member_category g on g.category_id = m.category_id where m.member_id = ${memberId}::bigint`.execute(db)
  return rows[0] ?? { category: '', quota: 0, open: 0 }
}

/** People of a member who are open. */
export async function openOf(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select exclusive_id::text as id from exclusive_user where member_id = ${memberId}::bigint and exclusive_status = 'normal' order by exclusive_id`.execute(db)
  return rows.map((r) => r.id)
}

/** Open ones whose last day is over; at most 500 at a time. */
export async function overdue(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select exclusive_id::text as id from exclusive_user where exclusive_status = 'normal' and valid_to < ${day}::date order by valid_to, exclusive_id limit 500`.execute(db)
  return rows.map((r) => r.id)
}

/** Lets one expire unless somebody moved it meanwhile. */
export async function expire(db: Db, exclusiveId: string, day: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update exclusive_user set exclusive_status = 'expired', version = version + 1, update_time = now()
    where exclusive_id = ${exclusiveId}::bigint and exclusive_status = 'normal' and valid_to < ${day}::date`.execute(db)
  return numAffectedRows === 1n
}

/** People of the demo's members: who represents them is open, some have expired. */
export const insertDemo = (db: Db) => sql`
  insert into exclusive_user (member_id, name, mobile, post_name, valid_to, exclusive_status, dept_id, create_by, create_time, update_time)
  select m.member_id, p.name, '1990003' || lpad(n::text, 4, '0'), p.post_name, make_date(2026 + (n % 9 > 0)::int, 12, 31) - case when n % 9 = 0 then 365 else 0 end,
    case when n % 9 = 0 then 'expired' when n % 13 = 5 then 'disabled' else 'normal' end, m.dept_id, m.create_by, now() - n * interval '5 hours', now() - n * interval '5 hours'
  from (select *, row_number() over (order by member_id)::int as n from member where member_status = 'normal' and not deleted and representative_id is not null order by member_id limit 60) m
  join contact p on p.contact_id = m.representative_id`.execute(db)

export async function hasAny(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from exclusive_user where member_id = ${memberId}::bigint limit 1`.execute(db)
  return rows.length > 0
}
