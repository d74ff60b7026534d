import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { contains } from '../../../platform/database/list'
import type { Search } from '../../../platform/resource/definition'
import { gramsOfKeyword, normalise } from '../../../platform/search/grams'
import { personName } from '../../../platform/identity/people'
import { companiesHolding } from '../company/keyword.repository'

const ofCompany = (column: string) => sql`(select c.${sql.ref(column)} from company c where c.company_id = t.company_id)`

/** What a contact shows of its company; `t` is the contact. */
export const computed = {
  companyName: ofCompany('short_name'),
  stockCode: ofCompany('stock_code'),
  smsConsentBy: personName('t.sms_consent_by'),
  emailConsentBy: personName('t.email_consent_by'),
}

/** Notes who has written a contact's consent of a channel down, now; nobody where there is none any more. */
export const noteConsent = (db: Db, contactId: string, channel: 'sms' | 'email', userId: string | null) =>
  sql`update contact set ${sql.ref(`${channel}_consent_by`)} = ${userId}::bigint, ${sql.ref(`${channel}_consent_time`)} = case when ${userId}::bigint is null then null else now() end
    where contact_id = ${contactId}::bigint`.execute(db)

/**
 * Contacts with the keyword in their own name or its pinyin initials, or at a company that holds it. Words of companies name nobody: without that half a page
 * is found along the order of the list where many companies hold the word, and counted by the index of their keys alone.
 */
export async function found(keyword: string, { db, counting }: Search): Promise<RawBuilder<SqlBool>> {
  const { grams, exact } = gramsOfKeyword(keyword)
  const named = exact ? sql<SqlBool>`t.search_grams @> ${grams}::text[]` : sql<SqlBool>`(t.search_grams @> ${grams}::text[] and (t.name ilike ${contains(keyword.trim())} or t.name_initials like ${contains(normalise(keyword))}))`
  const companies = companiesHolding(keyword)
  // Not for the first one alone: with a limit the planner reads the table through in the hope of meeting their soon.
  const someone = await sql`with k as materialized (select 1 from contact t where ${named}) select 1 from k limit 1`.execute(db)
  if (someone.rows.length > 0) return sql<SqlBool>`(${named} or t.company_id = any(array(${companies})))`
  return counting ? sql<SqlBool>`t.company_id = any(array(${companies}))` : sql<SqlBool>`t.company_id in (${companies})`
}

/** The whole number alone: blanks and dashes of a pasted one are taken off. */
export const withMobile = (mobile: string): RawBuilder<SqlBool> => sql<SqlBool>`t.mobile = ${mobile.replace(/[\s-]/g, '')}`

/** Sets the day of leaving where none was written down. */
export const endOn = (db: Db, contactId: string, day: string) =>
  sql`update contact set end_date = coalesce(end_date, ${day}::date) where contact_id = ${contactId}::bigint`.execute(db)

/** Members that name this contact as representative or liaison, by number; at most a few. */
export async function namedBy(db: Db, contactId: string): Promise<string[]> {
  const { rows } = await sql<{ member_no: string }>`
    select member_no from member where not deleted and ${contactId}::bigint in (representative_id, liaison_id)
      and company_id = (select company_id from contact where contact_id = ${contactId}::bigint) limit 3`.execute(db)
  return rows.map((r) => r.member_no)
}

/** Who of a company has this number and serves or waits to be verified; locked, for what follows names them. */
export async function contactWith(db: Db, companyId: string, mobile: string): Promise<{ contactId: string; name: string; status: string } | undefined> {
  const { rows } = await sql<{ contactId: string; name: string; status: string }>`
    select contact_id::text as "contactId", name, contact_status as status from contact where company_id = ${companyId}::bigint and mobile = ${mobile} and contact_status in ('serving', 'pending')
    order by contact_status desc, contact_id limit 1 for update`.execute(db)
  return rows[0]
}

export interface DemoCompany {
  company_id: string
  dept_id: string | null
  create_by: string | null
}

/** The first companies of the demo association that are listed. */
export async function demoCompanies(db: Db, count: number): Promise<DemoCompany[]> {
  const { rows } = await sql<DemoCompany>`
    select company_id, dept_id, create_by from company where not deleted and company_type = 'listed' order by company_id limit ${count}`.execute(db)
  return rows
}

export interface DemoContact {
  company_id: string
  name: string
  name_initials: string
  gender: string
  post_type: string
  post_name: string | null
  mobile: string
  telephone: string | null
  email: string
  start_date: string
  end_date: string | null
  is_primary: boolean
  consent_date: string | null
  contact_status: string
  dept_id: string | null
  create_by: string | null
}

/** Inserts contacts of the demo association in one statement. */
export const insertMany = (db: Db, contacts: readonly DemoContact[]) =>
  sql`insert into contact (company_id, name, name_initials, gender, post_type, post_name, mobile, telephone, email, start_date, end_date, is_primary, consent_date, contact_status, dept_id, create_by, sms_consent_date, sms_consent_source, email_consent_date, email_consent_source)
    select x.*, x.consent_date, case when x.consent_date is not null then 'paper' end, x.consent_date, case when x.consent_date is not null then 'paper' end from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as x(company_id bigint, name text, name_initials text, gender text, post_type text, post_name text, mobile text,
      telephone text, email text, start_date date, end_date date, is_primary boolean, consent_date date, contact_status text, dept_id bigint, create_by bigint)`.execute(db)
