import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { withinScope, type Entity } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { sinceDay, untilDay } from '../../../platform/database/day'
import type { Search } from '../../../platform/resource/definition'
import { personName as nameOfUser } from '../../../platform/identity/people'
import { companiesHolding } from '../company/keyword.repository'
import { companiesOfMembersPeople } from '../company/people.repository'
import { memberArrears } from './arrears.repository'
import { lacks } from './posts.repository'
import { party, partyName, peopleNamed, someoneNamed } from './party.repository'

const ofCompany = (column: string) => sql`(select c.${sql.ref(column)} from company c where c.company_id = t.company_id)`
const personName = sql`(select d.name from director_user d where d.director_id = t.person_id)`
const contactName = (column: string) => sql`(select p.name from contact p where p.contact_id = t.${sql.ref(column)})`

/** What a member shows beside its own columns; `t` is the member. */
export const computed = {
  memberName: sql`coalesce(${ofCompany('short_name')}, ${personName})`,
  companyName: ofCompany('company_name'),
  stockCode: ofCompany('stock_code'),
  jurisdiction: ofCompany('jurisdiction'),
  termName: sql`(select b.term_name from board_term b where b.term_id = t.term_id)`,
  categoryName: sql`(select g.category_name from member_category g where g.category_id = t.category_id)`,
  representativeName: contactName('representative_id'),
  liaisonName: contactName('liaison_id'),
  balance: sql<number>`t.balance::float8`,
}
export const deletedBy = nameOfUser('t.delete_by')
/** On the bare table: members in the bin count as not there, and the other way round for the bin itself. */
export const isDeleted = sql<SqlBool>`deleted`
export const isKept = sql<SqlBool>`not deleted`

const NUMBER = /^(m?)(\d{1,9})$/i
const STOCK_CODE_LENGTH = 6

/**
 * Conditions on a member that a keyword means, any of which holds: their number begins with it, their company holds it in a name,
 * code or pinyin, or they are a person of that name. Digits alone are the number's, as bills bear them, and unless they are longer
 * than any stock code a company's as well. Each is a list of keys of an index, made once; `alias` is the member.
 */
function meant(keyword: string, alias: string): RawBuilder<SqlBool>[] {
  const text = keyword.trim()
  const [, letter, digits] = NUMBER.exec(text) ?? []
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const numbered = digits ? [sql<SqlBool>`${of('member_no')} between ${`M${digits}`} and ${`M${digits.padEnd(9, '9')}`}`] : []
  if (letter || (digits && digits.length > STOCK_CODE_LENGTH)) return numbered
  return [...numbered, sql<SqlBool>`${of('company_id')} = any(array(${companiesHolding(text)}))`, sql<SqlBool>`${of('person_id')} = any(array(${peopleNamed(text)}))`]
}

/** Members that a keyword finds, deleted ones too; `alias` is the member. */
export const holding = (keyword: string, alias = 't'): RawBuilder<SqlBool> => sql<SqlBool>`(${sql.join(meant(keyword, alias), sql` or `)})`

/**
 * The same for the members' own list, `t`, where also the people find a member whom it shows. Most words name nobody of the pool: without that half a page is found along the order
 * of the list where many companies hold the word, and counted by the index of their keys alone.
 */
export async function found(keyword: string, { db, counting }: Search): Promise<RawBuilder<SqlBool>> {
  const text = keyword.trim()
  if (NUMBER.test(text)) return holding(text)
  const [someone, people] = [await someoneNamed(db, text), await companiesOfMembersPeople(db, text)]
  if (people) return sql<SqlBool>`(${holding(text)} or t.company_id = any(array(${people})))`
  if (someone) return holding(text)
  const companies = companiesHolding(text)
  return counting ? sql<SqlBool>`t.company_id = any(array(${companies}))` : sql<SqlBool>`t.company_id in (${companies})`
}

/** Ids of the members that a keyword finds, deleted ones too. */
export const membersHolding = (keyword: string): RawBuilder<unknown> =>
  sql`${sql.join(meant(keyword, 'm').map((condition) => sql`select m.member_id from member m where ${condition}`), sql` union `)}`

/** Full name of a row's member: of its company, or of the person who it is; `t` is the row. */
export const companyOfMember = sql<string>`(select ${partyName} from member m ${party} where m.member_id = t.member_id)`

/** Rows of a table that belong to the memberships of a company, those that ended and those in the bin too; `t` is the row. */
export const ofMembersOf = (companyId: string): RawBuilder<SqlBool> => sql<SqlBool>`t.member_id = any(array(select m.member_id from member m where m.company_id = ${companyId}::bigint))`

export const filters = {
  ...memberArrears,
  missing: lacks,
  jurisdiction: (place: string) => sql<SqlBool>`t.company_id = any(array(select c.company_id from company c where not c.deleted and c.jurisdiction = ${place}))`,
  // The first condition is that of the index.
  arrearsYearsMin: (years: number) => sql<SqlBool>`t.arrears_years > 0 and t.arrears_years >= ${years}`,
  joinDateFrom: (day: string) => sql<SqlBool>`t.join_date >= ${day}::date`,
  joinDateTo: (day: string) => sql<SqlBool>`t.join_date <= ${day}::date`,
}
export const binFilters = {
  deleteTimeFrom: sinceDay('delete_time'),
  deleteTimeTo: untilDay('delete_time'),
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
  /** Null for an individual. */
  company_id: string | null
  category_id: string
  member_status: string
  deleted: boolean
  version: number
}

/** A member, locked until the end of the transaction, whether deleted or not. */
export async function lockMember(db: Db, memberId: string): Promise<StoredMember | undefined> {
  const { rows } = await sql<StoredMember>`
    select member_id, company_id, category_id, member_status, deleted, version from member where member_id = ${memberId}::bigint for update`.execute(db)
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
export async function countStanding(db: Db, principal: Principal, entity: Entity): Promise<Map<string, number>> {
  const { rows } = await sql<{ status: string; n: number }>`
    select member_status as status, count(*)::int as n from member
    where not deleted and member_status in ('normal', 'suspended', 'leaving') and ${withinScope(principal, entity)} group by 1`.execute(db)
  return new Map(rows.map((r) => [r.status, r.n]))
}

/** What a membership stands under. */
export interface Placement {
  /** Null for an individual, whom no action brings under a company. */
  companyId: string | null
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

/** Notes to which day rights are suspended, and whether it is for dues that the calendar found. */
export const noteSuspension = (db: Db, memberId: string, until: string | null, cause: 'arrears' | null) =>
  sql`update member set suspend_until = ${until}::date, suspend_cause = ${cause} where member_id = ${memberId}::bigint`.execute(db)
