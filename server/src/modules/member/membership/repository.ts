import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Who } from '../../../platform/access/who'
import type { Db } from '../../../platform/database/database'
import { companiesHolding } from '../company/keyword.repository'

const ofCompany = (column: string) => sql`(select c.${sql.ref(column)} from company c where c.company_id = t.company_id)`
const contactName = (column: string) => sql`(select p.name from contact p where p.contact_id = t.${sql.ref(column)})`

/** What a member shows beside its own columns; `t` is the member. */
export const computed = {
  memberName: ofCompany('short_name'),
  stockCode: ofCompany('stock_code'),
  jurisdiction: ofCompany('jurisdiction'),
  categoryName: sql`(select g.category_name from member_category g where g.category_id = t.category_id)`,
  representativeName: contactName('representative_id'),
  liaisonName: contactName('liaison_id'),
  balance: sql<number>`t.balance::float8`,
}
export const deletedBy = sql`(select u.real_name from sys_user u where u.user_id = t.delete_by)`
/** On the bare table: members in the bin count as not there, and the other way round for the bin itself. */
export const isDeleted = sql<SqlBool>`deleted`
export const isKept = sql<SqlBool>`not deleted`

const NUMBER = /^(m?)(\d{1,9})$/i
const STOCK_CODE_LENGTH = 6

/**
 * Ids of members whose number begins with the keyword, or whose company holds it in a name, code or pinyin; deleted ones too.
 * Digits alone are the number's, as bills bear them, and unless they are longer than any stock code a company's as well.
 */
export function membersHolding(keyword: string): RawBuilder<unknown> {
  const text = keyword.trim()
  const [, letter, digits] = NUMBER.exec(text) ?? []
  const named = sql`select m.member_id from member m where m.company_id = any(array(${companiesHolding(text)}))`
  if (!digits) return named
  const numbered = sql`select m.member_id from member m where m.member_no between ${`M${digits}`} and ${`M${digits.padEnd(9, '9')}`}`
  return letter || digits.length > STOCK_CODE_LENGTH ? numbered : sql`${numbered} union ${named}`
}

/** Members that a keyword finds; `alias` is the member. */
export const holding = (keyword: string, alias = 't'): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${alias}.member_id`)} = any(array(${membersHolding(keyword)}))`

export const filters = {
  jurisdiction: (place: string) => sql<SqlBool>`t.company_id in (select c.company_id from company c where not c.deleted and c.jurisdiction = ${place})`,
  // The first condition is that of the index.
  arrearsYearsMin: (years: number) => sql<SqlBool>`t.arrears_years > 0 and t.arrears_years >= ${years}`,
  joinDateFrom: (day: string) => sql<SqlBool>`t.join_date >= ${day}::date`,
  joinDateTo: (day: string) => sql<SqlBool>`t.join_date <= ${day}::date`,
}
const dayBegins = (day: string, plus: number) => sql`((${day}::date + ${plus}::int)::timestamp at time zone 'Asia/Shanghai')`
export const binFilters = {
  deleteTimeFrom: (day: string) => sql<SqlBool>`t.delete_time >= ${dayBegins(day, 0)}`,
  deleteTimeTo: (day: string) => sql<SqlBool>`t.delete_time < ${dayBegins(day, 1)}`,
}

/** Members that stand in a category, without the one given. */
export async function standingIn(db: Db, categoryId: string, without: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from member where category_id = ${categoryId}::bigint and not deleted and member_status in ('normal', 'suspended', 'leaving')
      and member_id is distinct from ${without}::bigint`.execute(db)
  return rows[0]?.n ?? 0
}

/** Which of the contacts serve at the company. */
export async function servingAt(db: Db, companyId: string, contactIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from contact where contact_id = any(${[...contactIds]}::bigint[]) and company_id = ${companyId}::bigint and contact_status = 'serving' for share`.execute(db)
  return new Set(rows.map((r) => r.contact_id))
}

export interface StoredMember {
  member_id: string
  company_id: string
  category_id: string
  member_status: string
  deleted: boolean
  company_gone: boolean
  version: number
}

/** A member, locked until the end of the transaction, whether deleted or not. */
export async function lockMember(db: Db, memberId: string): Promise<StoredMember | undefined> {
  const { rows } = await sql<StoredMember>`
    select member_id, company_id, category_id, member_status, deleted, version,
      not exists (select 1 from company c where c.company_id = m.company_id and not c.deleted) as company_gone
    from member m where member_id = ${memberId}::bigint for update`.execute(db)
  return rows[0]
}

/** Notes when and by whom a member was deleted. */
export const noteDeleted = (db: Db, memberId: string, userId: string) =>
  sql`update member set delete_time = now(), delete_by = ${userId}::bigint where member_id = ${memberId}::bigint`.execute(db)

/** Takes a member out of the bin; false when its version has moved. */
export async function restore(db: Db, memberId: string, version: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update member set deleted = false, delete_time = null, delete_by = null, update_time = now(), version = version + 1
    where member_id = ${memberId}::bigint and version = ${version} and deleted`.execute(db)
  return numAffectedRows === 1n
}

/** Standing members by status, within the person's data scope. */
export async function countStanding(db: Db, who: Who, entity: Entity): Promise<Map<string, number>> {
  const { rows } = await sql<{ status: string; n: number }>`
    select member_status as status, count(*)::int as n from member
    where not deleted and member_status in ('normal', 'suspended', 'leaving') and ${withinScope(who, entity)} group by 1`.execute(db)
  return new Map(rows.map((r) => [r.status, r.n]))
}

/** What a membership stands under. */
export interface Placement {
  companyId: string
  categoryId: string
  representativeId: string | null
  liaisonId: string | null
}

const placement = sql`company_id::text as "companyId", category_id::text as "categoryId", representative_id::text as "representativeId", liaison_id::text as "liaisonId"`

/** Writes what a membership stands under; fields left out stay. Answers both states. */
export async function rewriteMembership(db: Db, memberId: string, to: Partial<Placement>): Promise<{ before: Placement; after: Placement }> {
  const { rows } = await sql<Placement>`select ${placement} from member where member_id = ${memberId}::bigint for update`.execute(db)
  const before = rows[0] as Placement
  const after: Placement = { ...before, ...to }
  await sql`update member set company_id = ${after.companyId}::bigint, category_id = ${after.categoryId}::bigint, representative_id = ${after.representativeId}::bigint,
    liaison_id = ${after.liaisonId}::bigint, version = version + 1, update_time = now() where member_id = ${memberId}::bigint`.execute(db)
  return { before, after }
}
