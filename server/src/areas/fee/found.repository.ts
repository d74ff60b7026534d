import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { contains } from '../../platform/database/list'
import { gramsOfKeyword } from '../../platform/search/grams'
import { membersHolding, party, partyName } from '../member/api'

/** Members by number or name; an array is made once and then looked up by the primary key. */
export const membersFound = (keyword: string) => sql<SqlBool>`t.member_id = any(array(${membersHolding(keyword)}))`

export const billsFound = (keyword: string) => sql<SqlBool>`t.bill_id = any(array(
  select b.bill_id from dues_bill b where b.member_id = any(array(${membersHolding(keyword)}))))`

export function paymentsFound(keyword: string) {
  const { grams, exact } = gramsOfKeyword(keyword)
  const like = contains(keyword.trim())
  const text = exact ? sql`` : sql`and (p.pay_no ilike ${like} or p.payer_name ilike ${like} or p.bank_serial ilike ${like})`
  return sql<SqlBool>`t.payment_id = any(array(
    select p.payment_id from payment p where p.search_grams @> ${grams}::text[] ${text}
    union select p.payment_id from payment p where p.member_id = any(array(${membersHolding(keyword)}))))`
}

export const reductionsFound = (keyword: string) => sql<SqlBool>`t.reduction_id = any(array(
  select r.reduction_id from reduction r join dues_bill b on b.bill_id = r.bill_id where b.member_id = any(array(${membersHolding(keyword)}))))`

const ofMember = (column: RawBuilder<unknown>, memberId: RawBuilder<unknown>) =>
  sql`(select ${column} from member_public m ${party} where m.member_id = ${memberId})`

/** What rows of money tell of their member; the table is called `t`. */
export const memberFields = (memberId: RawBuilder<unknown> = sql`t.member_id`) => ({
  memberNo: ofMember(sql`m.member_no`, memberId),
  memberName: ofMember(partyName, memberId),
})
export const stockCodeOf = (memberId: RawBuilder<unknown> = sql`t.member_id`) => ofMember(sql`c.stock_code`, memberId)

/** A bigint of 分 as the number that travels; exact up to 2^53. */
export const fen = (column: string) => sql`${sql.ref(`t.${column}`)}::float8`
/** What of a settled payment nobody has asked an invoice for. */
export const openFen = sql`case when t.pay_status = 'settled' then (t.amount - t.invoiced_amount - t.refunded_amount)::float8 else 0 end`
export const decimal = (column: string) => sql`trim_scale(${sql.ref(`t.${column}`)})::text`

export const fromDay = (column: string) => (day: string) => sql<SqlBool>`${sql.ref(`t.${column}`)} >= ${day}::date`
export const toDay = (column: string) => (day: string) => sql<SqlBool>`${sql.ref(`t.${column}`)} <= ${day}::date`
