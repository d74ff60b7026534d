import { contact } from '@assoc/contract/member/contact'
import { memberResource } from '@assoc/contract/member/member'
import type { audience } from '@assoc/contract/message/audience'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { isOverdue, isOwed, withinIndustry } from '../../member/api'
import type { GroupMember } from '../../rbac/api'

export type Audience = z.output<typeof audience>

/** A person as far as writing to their goes; without member number for one who neither is a member nor a contact of one. */
export interface Person {
  contactId: string | null
  /** Of an individual member themselves; they are no contact. */
  memberId: string | null
  name: string
  companyName: string | null
  mobile: string | null
  email: string | null
  smsOptOut: boolean
  emailOptOut: boolean
  /** Has agreed to promotion by the channel. */
  smsConsent: boolean
  emailConsent: boolean
  memberNo: string | null
  /** 分 past the last day, and the first such day, `YYYY-MM-DD`: what 欠费 means everywhere. */
  arrears: number
  dueDate: string | null
  /** The same of all that is not settled, also of what is not due yet. */
  unpaid: number
  unpaidDue: string | null
  /** Why they get nothing although they were chosen; null for who may get it. */
  unfit: string | null
}

/** Somebody of a user group: neither a contact nor a member, whose wishes about promotion stand in the list of those who opted out alone. */
export const asPerson = ({ name, mobile, email, inUse }: GroupMember): Person => ({
  contactId: null, memberId: null, name, companyName: null, mobile, email, smsOptOut: false, emailOptOut: false, smsConsent: false, emailConsent: false,
  memberNo: null, arrears: 0, dueDate: null, unpaid: 0, unpaidDue: null, unfit: inUse ? null : '账号已停用',
})

const CONTACT = scopeOf(contact)

const MEMBER = scopeOf(memberResource)

const OVERDUE = isOverdue('b')
const OWED = sql`(select member_id, sum(unpaid_amount) filter (where ${OVERDUE}) as owed, min(due_date) filter (where ${OVERDUE}) as due, sum(unpaid_amount) as unpaid, min(due_date) as first
  from dues_bill_public b where ${isOwed('b')} group by member_id)`
const MONEY = sql`coalesce(o.owed, 0)::float8 as arrears, o.due::text as "dueDate", coalesce(o.unpaid, 0)::float8 as unpaid, o.first::text as "unpaidDue"`

const PERSON_BUT_UNFIT = sql`c.contact_id as "contactId", null::bigint as "memberId", c.name, co.short_name as "companyName", c.mobile, c.email, c.sms_opt_out as "smsOptOut",
  c.email_opt_out as "emailOptOut", c.sms_consent_date is not null as "smsConsent", c.email_consent_date is not null as "emailConsent", m.member_no as "memberNo", ${MONEY}`
const PERSON = sql`${PERSON_BUT_UNFIT}, null::text as unfit`

const STANDS = sql`not m.deleted and m.member_status in ('normal', 'suspended', 'leaving')`
const FROM = sql`from member_public m
  join company_public co on co.company_id = m.company_id
  join contact_public c on c.company_id = m.company_id and c.contact_status = 'serving'
  left join ${OWED} o on o.member_id = m.member_id
  where ${STANDS}`

// An individual member is written to themselves. Their entry in the pool says nothing of advertising: that they want none stands in the
// list of those who opted out, and that they agreed to any stands nowhere.
const INDIVIDUAL = sql`null::bigint as "contactId", m.member_id as "memberId", d.name, d.name as "companyName", d.mobile, d.email, false as "smsOptOut",
  false as "emailOptOut", false as "smsConsent", false as "emailConsent", m.member_no as "memberNo", ${MONEY}`
const FROM_INDIVIDUALS = sql`from member_public m
  join director_user_public d on d.director_id = m.person_id
  left join ${OWED} o on o.member_id = m.member_id`

// Contacts of all companies, those of members with their membership.
const FROM_COMPANIES = sql`from contact_public c
  join company_public co on co.company_id = c.company_id and not co.deleted
  left join member_public m on m.company_id = c.company_id and ${STANDS}
  left join ${OWED} o on o.member_id = m.member_id
  where c.contact_status = 'serving'`

type Marks = NonNullable<Audience['contacts']>

const anyOf = (column: RawBuilder<unknown>, values: readonly string[] | null | undefined, type: 'text' | 'bigint') =>
  values && values.length > 0 ? [type === 'text' ? sql`${column} = any(${[...values]}::text[])` : sql`${column} = any(${[...values]}::bigint[])`] : []

/** Marks of a membership; `m` is the member, `o` what it owes. */
const ofMembership = (marks: Marks): RawBuilder<unknown>[] => [
  ...anyOf(sql`m.category_id`, marks.categoryIds, 'bigint'),
  ...(marks.inArrears ? [sql`o.owed > 0`] : []),
  ...(marks.feeYear ? [sql`exists (select 1 from dues_bill_public b where b.member_id = m.member_id and b.bill_year = ${marks.feeYear} and ${OVERDUE})`] : []),
]

/** Marks that companies alone have. */
const ofCompany = (marks: Marks): RawBuilder<unknown>[] => {
  const industries = (marks.csrcIndustries ?? []).map((code) => withinIndustry('csrc_industry', code, 'co'))
  return [
    ...anyOf(sql`co.jurisdiction`, marks.jurisdictions, 'text'),
    ...anyOf(sql`co.company_type`, marks.companyTypes, 'text'),
    ...anyOf(sql`co.board`, marks.boards, 'text'),
    ...anyOf(sql`co.list_status`, marks.listStatuses, 'text'),
    ...(industries.length > 0 ? [sql`(${sql.join(industries, sql` or `)})`] : []),
    ...anyOf(sql`c.post_type`, marks.postTypes, 'text'),
  ]
}

/** Serving contacts with the wished marks and, among members, individual ones that stand, within the person's data scope; at most `limit`. */
export async function findContacts(db: Db, principal: Principal, marks: Marks, limit: number): Promise<Person[]> {
  const range = marks.range ?? 'member'
  const among = range === 'other' ? [sql`m.member_id is null`] : []
  const conditions = [sql`${CONTACT(principal, 'c')}`, ...among, ...ofMembership(marks), ...ofCompany(marks)]
  const { rows } = await sql<Person>`select ${PERSON} ${range === 'member' ? FROM : FROM_COMPANIES} and ${sql.join(conditions, sql` and `)} order by c.contact_id limit ${limit}`.execute(db)
  return rows.length < limit && range !== 'other' ? [...rows, ...(await findIndividuals(db, principal, marks, limit - rows.length))] : rows
}

/** Individual members that stand, with the wished marks; none where marks of companies or posts are asked for. */
async function findIndividuals(db: Db, principal: Principal, marks: Marks, limit: number): Promise<Person[]> {
  if (ofCompany(marks).length > 0) return []
  const conditions = [STANDS, sql`${MEMBER(principal, 'm')}`, ...ofMembership(marks)]
  const { rows } = await sql<Person>`select ${INDIVIDUAL}, null::text as unfit ${FROM_INDIVIDUALS} where ${sql.join(conditions, sql` and `)} order by m.member_id limit ${limit}`.execute(db)
  return rows
}

/** Contacts chosen one by one, within the person's data scope, also those of companies that are no members; at most `limit`. */
export async function findChosenContacts(db: Db, principal: Principal, ids: readonly string[], limit: number): Promise<Person[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Person>`select ${PERSON_BUT_UNFIT}, case when c.contact_status <> 'serving' then '不是在任联系人' end as unfit
    from contact_public c join company_public co on co.company_id = c.company_id
    left join member_public m on m.company_id = c.company_id and ${STANDS}
    left join ${OWED} o on o.member_id = m.member_id
    where c.contact_id = any(${[...ids]}::bigint[]) and ${CONTACT(principal, 'c')} order by c.contact_id limit ${limit}`.execute(db)
  return rows
}

/**
 * Serving contacts of chosen members, in these posts where any are named, and the individual ones of them, within the person's data
 * scope; a member that has none stands there with the reason.
 */
export async function findContactsOfMembers(db: Db, principal: Principal, ids: readonly string[], posts: readonly string[], limit: number): Promise<Person[]> {
  if (ids.length === 0) return []
  const inPost = posts.length > 0 ? sql`and c.post_type = any(${[...posts]}::text[])` : sql``
  const { rows } = await sql<Person>`select c.contact_id as "contactId", null::bigint as "memberId", coalesce(c.name, '') as name, co.short_name as "companyName", c.mobile, c.email,
      coalesce(c.sms_opt_out, false) as "smsOptOut", coalesce(c.email_opt_out, false) as "emailOptOut", c.sms_consent_date is not null as "smsConsent", c.email_consent_date is not null as "emailConsent",
      m.member_no as "memberNo", ${MONEY},
      case when not (${STANDS}) then '会籍已终止' when c.contact_id is null then ${posts.length > 0 ? '没有所选职务的在任联系人' : '没有在任联系人'} end as unfit
    from member_public m join company_public co on co.company_id = m.company_id
    left join contact_public c on c.company_id = m.company_id and c.contact_status = 'serving' ${inPost} and ${STANDS} and ${CONTACT(principal, 'c')}
    left join ${OWED} o on o.member_id = m.member_id
    where m.member_id = any(${[...ids]}::bigint[]) and ${MEMBER(principal, 'm')} order by m.member_id, c.contact_id limit ${limit}`.execute(db)
  const alone = await sql<Person>`select ${INDIVIDUAL}, case when not (${STANDS}) then '会籍已终止' end as unfit ${FROM_INDIVIDUALS}
    where m.member_id = any(${[...ids]}::bigint[]) and ${MEMBER(principal, 'm')} order by m.member_id limit ${limit}`.execute(db)
  return [...rows, ...alone.rows].slice(0, limit)
}

/** Serving contacts and individual members whose number or address is one of the typed ones, with the facts that are told of them within the scope. */
export async function findByAddress(db: Db, principal: Principal, channel: 'sms' | 'mail', addresses: readonly string[]): Promise<Person[]> {
  if (addresses.length === 0) return []
  const column = channel === 'sms' ? sql`c.mobile` : sql`lower(c.email)`
  const { rows } = await sql<Person & { seen: boolean }>`select ${PERSON}, ${sql<SqlBool>`${CONTACT(principal, 'c')}`} as seen ${FROM}
    and ${column} = any(${[...addresses]}::text[]) order by c.contact_id`.execute(db)
  const own = channel === 'sms' ? sql`d.mobile` : sql`lower(d.email)`
  const individuals = await sql<Person & { seen: boolean }>`select ${INDIVIDUAL}, null::text as unfit, ${sql<SqlBool>`${MEMBER(principal, 'm')}`} as seen ${FROM_INDIVIDUALS}
    where ${STANDS} and ${own} = any(${[...addresses]}::text[]) order by m.member_id`.execute(db)
  // Outside of their scope only that the person wants nothing, or has agreed, is minded; who it is stays untold.
  return [...rows, ...individuals.rows].map(({ seen, ...p }) => (seen ? p : { ...p, contactId: null, memberId: null, name: '', companyName: null, memberNo: null, arrears: 0, dueDate: null, unpaid: 0, unpaidDue: null }))
}
