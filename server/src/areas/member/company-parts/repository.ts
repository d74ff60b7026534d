import { contact } from '@assoc/contract/member/contact'
import { directorUser } from '@assoc/contract/member/director'
import { duesBill } from '@assoc/contract/fee/bill'
import { exclusiveUser } from '@assoc/contract/member/exclusive-user'
import { memberResource } from '@assoc/contract/member/member'
import { memberTransfer } from '@assoc/contract/member/transfer'
import { payment } from '@assoc/contract/fee/payment'
import { sql } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import type { OfMember } from './format'

// What the page of one company tells of its membership, people and money: a handful of rows each, by the company's index.

const MEMBER = scopeOf(memberResource)
const CONTACT = scopeOf(contact)
const BILL = scopeOf(duesBill)
const PAYMENT = scopeOf(payment)

const POOL = scopeOf(directorUser)
const TRANSFER = scopeOf(memberTransfer)
const EXCLUSIVE = scopeOf(exclusiveUser)

export const membershipsOf = async (db: Db, principal: Principal, companyId: string) =>
  (
    await sql<{ member_no: string; category_name: string; join_date: string; member_status: string; cert_no: string | null; representative: string | null; liaison: string | null }>`
      select m.member_no, c.category_name, m.join_date, m.member_status, m.cert_no,
        (select name from contact where contact_id = m.representative_id) as representative,
        (select name from contact where contact_id = m.liaison_id) as liaison
      from member m join member_category c using (category_id)
      where m.company_id = ${companyId}::bigint and not m.deleted and ${MEMBER(principal, 'm')}
      order by m.member_id desc`.execute(db)
  ).rows

/** People of the pool who say that they work at the company, by any of its names. */
export const poolPeopleOf = async (db: Db, principal: Principal, companyId: string, limit: number) =>
  (
    await sql<{ id: string; name: string; title_name: string | null; pool_status: string; total: string }>`
      select d.director_id as id, d.name, d.title_name, d.pool_status, count(*) over () as total
      from company c join director_user d on d.search_grams @> text_grams(c.short_name) and d.current_unit in (c.company_name, c.short_name)
      where c.company_id = ${companyId}::bigint and d.pool_status in ('listed', 'suspended') and ${POOL(principal, 'd')} order by d.director_id limit ${limit}`.execute(db)
  ).rows

/** What the company was called and listed by before. */
export const formerOf = async (db: Db, companyId: string) =>
  (await sql<{ names: string | null; codes: string | null }>`select former_names as names, old_stock_code as codes from company where company_id = ${companyId}::bigint`.execute(db)).rows[0]

export const peopleOf = async (db: Db, principal: Principal, companyId: string, limit: number, posts?: readonly string[]) =>
  (
    await sql<{ name: string; post_type: string; mobile: string; email: string | null; contact_status: string; total: string }>`
      select t.name, t.post_type, t.mobile, t.email, t.contact_status, count(*) over () as total
      from contact t where t.company_id = ${companyId}::bigint and t.contact_status <> 'refused' ${posts ? sql`and t.post_type = any(${[...posts]}::text[])` : sql``} and ${CONTACT(principal, 't')}
      order by t.contact_status = 'serving' desc, t.is_primary desc, t.contact_id limit ${limit}`.execute(db)
  ).rows

export const billsOf = async (db: Db, principal: Principal, companyId: string, limit: number) =>
  (
    await sql<{ bill_no: string; bill_year: number; payable: string; paid: string; unpaid: string; due_date: string; bill_status: string; total: string; owed: string }>`
      select b.bill_no, b.bill_year, b.payable_amount as payable, b.paid_amount as paid, b.unpaid_amount as unpaid, b.due_date, b.bill_status,
        count(*) over () as total, sum(b.unpaid_amount) filter (where b.bill_status <> 'cancelled') over () as owed
      from dues_bill_public b join member m using (member_id)
      where m.company_id = ${companyId}::bigint and ${BILL(principal, 'b')} order by b.bill_year desc limit ${limit}`.execute(db)
  ).rows

export const paymentsOf = async (db: Db, principal: Principal, companyId: string, limit: number) =>
  (
    await sql<{ pay_no: string; pay_date: string; amount: string; channel: string; payer_name: string; pay_status: string; total: string }>`
      select p.pay_no, p.pay_date, p.amount, p.channel, p.payer_name, p.pay_status, count(*) over () as total
      from payment_public p join member m using (member_id)
      where m.company_id = ${companyId}::bigint and ${PAYMENT(principal, 'p')} order by p.pay_date desc, p.payment_id desc limit ${limit}`.execute(db)
  ).rows

/** Memberships of the company that have bills or payments, with their number; the newest membership first. */
export const membersWith = async (db: Db, principal: Principal, companyId: string, what: 'bill' | 'payment') =>
  (
    await sql<OfMember>`
      select m.member_id::text, m.member_no, count(*)::int as rows
      from member m join ${sql.table(what === 'bill' ? 'dues_bill_public' : 'payment_public')} t using (member_id)
      where m.company_id = ${companyId}::bigint and ${(what === 'bill' ? BILL : PAYMENT)(principal, 't')} group by m.member_id order by m.member_id desc`.execute(db)
  ).rows

// Of the company's members, and those by which a member came or is to come to it.
const movedOf = (companyId: string) => sql`any(array(select x.transfer_id from member_transfer x join member y using (member_id) where y.company_id = ${companyId}::bigint
          union select x.transfer_id from member_transfer x where x.to_company_id = ${companyId}::bigint))`

/** Memberships that have transfers from or to the company, with their number. */
export const membersMoved = async (db: Db, principal: Principal, companyId: string) =>
  (
    await sql<OfMember>`
      select m.member_id::text, m.member_no, count(*)::int as rows from member_transfer t join member m using (member_id)
      where t.transfer_id = ${movedOf(companyId)} and ${TRANSFER(principal, 't')} group by m.member_id order by m.member_id desc`.execute(db)
  ).rows

/** Transfers of the company's members, and those by which a member came or is to come to it. */
export const transfersOf = async (db: Db, principal: Principal, companyId: string, limit: number) =>
  (
    await sql<{ member_no: string; transfer_type: string; from_text: string; to_text: string; effective_date: string; transfer_status: string; total: string }>`
      select m.member_no, t.transfer_type, t.from_text, t.to_text, t.effective_date, t.transfer_status, count(*) over () as total
      from member_transfer t join member m using (member_id)
      where t.transfer_id = ${movedOf(companyId)} and ${TRANSFER(principal, 't')}
      order by t.transfer_id desc limit ${limit}`.execute(db)
  ).rows

export const exclusiveOf = async (db: Db, principal: Principal, companyId: string, limit: number) =>
  (
    await sql<{ name: string; post_name: string | null; mobile: string; valid_to: string | null; exclusive_status: string; total: string }>`
      select t.name, t.post_name, t.mobile, t.valid_to, t.exclusive_status, count(*) over () as total from exclusive_user t join member m using (member_id)
      where m.company_id = ${companyId}::bigint and ${EXCLUSIVE(principal, 't')} order by t.exclusive_status = 'normal' desc, t.exclusive_id desc limit ${limit}`.execute(db)
  ).rows
