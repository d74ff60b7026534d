import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { actorName } from '../../../platform/identity/people'
import type { Moved } from './references.repository'

export const computed = { operator: actorName('t.create_by') }
export const filters = { companyId: (companyId: string) => sql<SqlBool>`(t.company_id = ${companyId}::bigint or t.other_id = ${companyId}::bigint)` }

export interface NewChange {
  companyId: string
  otherId?: string | null
  kind: 'rename' | 'merge' | 'split'
  companyName: string
  otherName?: string | null
  summary: string
  effectiveDate: string
  reason: string
  kept: object
  deptId: string | null
  userId: string
}

/** Notes what became of a company, with what it takes to put it back; answers the id. */
export async function insertChange(db: Db, c: NewChange): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into company_change (company_id, other_id, change_kind, company_name, other_name, summary, effective_date, reason, kept, dept_id, create_by)
    values (${c.companyId}, ${c.otherId ?? null}, ${c.kind}, ${c.companyName}, ${c.otherName ?? null}, ${c.summary}, ${c.effectiveDate}, ${c.reason}, ${JSON.stringify(c.kept)}::jsonb, ${c.deptId}, ${c.userId})
    returning change_id::text as id`.execute(db)
  return rows[0]?.id ?? ''
}

export async function keptOf<K>(db: Db, changeId: string): Promise<{ kind: NewChange['kind']; companyId: string; otherId: string | null; kept: K }> {
  const { rows } = await sql<{ kind: NewChange['kind']; companyId: string; otherId: string | null; kept: K }>`
    select change_kind as kind, company_id::text as "companyId", other_id::text as "otherId", kept from company_change where change_id = ${changeId}::bigint`.execute(db)
  return rows[0] as { kind: NewChange['kind']; companyId: string; otherId: string | null; kept: K }
}

/** Numbers of the members that stand at companies, by company; the members of both are locked until the end of the transaction. */
export async function standingAt(db: Db, companyIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ companyId: string; memberNo: string; stands: boolean }>`
    select company_id::text as "companyId", member_no as "memberNo", not deleted and member_status in ('normal', 'suspended', 'leaving') as stands
    from member where company_id = any(${[...companyIds]}::bigint[]) order by member_id for update`.execute(db)
  return new Map(rows.filter((r) => r.stands).map((r) => [r.companyId, r.memberNo]))
}

/** Contacts of one company who serve, or wait to, with the post and number of somebody who serves at the other; each with that person. */
export async function doubledContacts(db: Db, companyId: string, intoId: string): Promise<{ contactId: string; sameAs: string }[]> {
  const { rows } = await sql<{ contactId: string; sameAs: string }>`
    select a.contact_id::text as "contactId", b.contact_id::text as "sameAs" from contact a join contact b on b.company_id = ${intoId}::bigint and b.post_type = a.post_type and b.mobile = a.mobile and b.contact_status = 'serving'
    where a.company_id = ${companyId}::bigint and a.contact_status in ('serving', 'pending') order by a.contact_id for update`.execute(db)
  return rows
}

const WRITABLE = sql<{ column: string }>`select attname as column from pg_attribute where attrelid = 'contact'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`

/** Takes a contact away; answers its columns, by which it can be put back. What it is found by is made anew then: a kept text that an erasure goes through names nobody by letters. */
export async function takeContact(db: Db, contactId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`delete from contact where contact_id = ${contactId}::bigint returning to_jsonb(contact) - 'search_grams' - 'name_initials' as row`.execute(db)
  return rows[0]?.row ?? {}
}

export async function putContact(db: Db, row: Record<string, unknown>): Promise<void> {
  const columns = (await WRITABLE.execute(db)).rows.map((r) => sql.ref(r.column))
  await sql`insert into contact (${sql.join(columns)}) overriding system value select ${sql.join(columns)} from jsonb_populate_record(null::contact, ${JSON.stringify(row)}::jsonb)`.execute(db)
}

/** A contact as it stood before a merger took its post from it. */
export interface Yielded {
  contactId: string
  status: string
  endDate: string | null
  primary: boolean
}

/**
 * Chairman and secretary of the company that ends leave where the other has its own, and its main contact is one no longer: a
 * company has each of them once. Answers what stood before.
 */
export async function yieldPosts(db: Db, companyId: string, intoId: string, day: string): Promise<Yielded[]> {
  const { rows } = await sql<Yielded>`
    with other as (select post_type, is_primary from contact where company_id = ${intoId}::bigint and contact_status = 'serving'),
    found as (select contact_id, contact_status, end_date, is_primary, start_date,
        post_type in ('chairman', 'secretary') and exists (select 1 from other o where o.post_type = c.post_type) as leaves,
        is_primary and exists (select 1 from other o where o.is_primary) as steps_down
      from contact c where company_id = ${companyId}::bigint and contact_status = 'serving'),
    done as (update contact c set contact_status = case when f.leaves then 'left' else c.contact_status end, is_primary = c.is_primary and not f.steps_down,
        end_date = case when f.leaves then coalesce(c.end_date, greatest(${day}::date, c.start_date)) else c.end_date end
      from found f where c.contact_id = f.contact_id and (f.leaves or f.steps_down) returning c.contact_id)
    select contact_id::text as "contactId", contact_status as status, end_date as "endDate", is_primary as primary from found join done using (contact_id)`.execute(db)
  return rows
}

export async function giveBackPosts(db: Db, yielded: readonly Yielded[]): Promise<void> {
  for (const y of yielded)
    await sql`update contact set contact_status = ${y.status}, end_date = ${y.endDate}::date, is_primary = ${y.primary} where contact_id = ${y.contactId}::bigint`.execute(db)
}

/** Those of some contacts who have left. */
export async function leftOf(db: Db, contactIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select contact_id::text as id from contact where contact_id = any(${[...contactIds]}::bigint[]) and contact_status = 'left'`.execute(db)
  return rows.map((r) => r.id)
}

/** Posts at a member that stood open after a merger, with who had held them. */
export interface Vacated {
  memberId: string
  representativeId: string | null
  liaisonId: string | null
}

/** Empties the posts that people who left held at members that stand; answers what stood before. */
export async function vacateHeld(db: Db, contactIds: readonly string[]): Promise<Vacated[]> {
  if (contactIds.length === 0) return []
  const { rows } = await sql<Vacated>`
    with held as (select member_id, case when representative_id = any(g.ids) then representative_id end as r, case when liaison_id = any(g.ids) then liaison_id end as l
        from member, (select ${[...contactIds]}::bigint[] as ids) g
        where company_id in (select company_id from contact where contact_id = any(g.ids)) and (representative_id = any(g.ids) or liaison_id = any(g.ids))
          and not deleted and member_status in ('normal', 'suspended', 'leaving') for update of member)
    update member m set representative_id = case when h.r is null then m.representative_id end, liaison_id = case when h.l is null then m.liaison_id end, version = m.version + 1, update_time = now()
    from held h where h.member_id = m.member_id returning m.member_id::text as "memberId", h.r::text as "representativeId", h.l::text as "liaisonId"`.execute(db)
  return rows
}

export async function fillAgain(db: Db, vacated: readonly Vacated[]): Promise<void> {
  for (const v of vacated)
    await sql`update member set representative_id = coalesce(${v.representativeId}::bigint, representative_id), liaison_id = coalesce(${v.liaisonId}::bigint, liaison_id) where member_id = ${v.memberId}::bigint`.execute(db)
}

/** How many of the people are at the company; they are locked until the end of the transaction. */
export async function countPeople(db: Db, contactIds: readonly string[], companyId: string): Promise<number> {
  const { rows } = await sql`select 1 from contact where contact_id = any(${[...contactIds]}::bigint[]) and company_id = ${companyId}::bigint for update`.execute(db)
  return rows.length
}

/** Moves chosen people of a company to another one. */
export async function movePeople(db: Db, contactIds: readonly string[], from: string, to: string): Promise<Moved> {
  const { rows } = await sql<{ id: string; version: number }>`
    update contact set company_id = ${to}::bigint, version = version + 1, update_time = now() where contact_id = any(${[...contactIds]}::bigint[]) and company_id = ${from}::bigint
    returning contact_id::text as id, version`.execute(db)
  return { table: 'contact', column: 'company_id', id: 'contact_id', versioned: true, rows }
}

export interface Fate {
  changeKind: string
  summary: string
  effectiveDate: string
  operator: string
  undone: boolean
  total: number
}

/** What became of a company, newest first. */
export async function fatesOf(db: Db, companyId: string, limit: number): Promise<Fate[]> {
  const { rows } = await sql<Fate>`
    select t.change_kind as "changeKind", t.summary, t.effective_date as "effectiveDate", t.reshape_status = 'undone' as undone, ${computed.operator} as operator, count(*) over ()::int as total
    from company_change t where ${filters.companyId(companyId)} order by t.change_id desc limit ${limit}`.execute(db)
  return rows
}
