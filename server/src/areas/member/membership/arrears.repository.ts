import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { TODAY } from '../../../platform/database/day'

/** A bill, by its alias, of which something is still to be paid (待缴), whether or not its last day has passed. */
export const isOwed = (alias: string): RawBuilder<SqlBool> => sql`${sql.ref(`${alias}.bill_status`)} in ('due', 'part')`

/** What 欠费 means, everywhere: such a bill past its last day, which a deferral has moved; as of today unless another day is said. */
export const isOverdue = (alias: string, day: RawBuilder<unknown> = TODAY): RawBuilder<SqlBool> => sql`(${isOwed(alias)} and ${sql.ref(`${alias}.due_date`)} < ${day})`

const OVERDUE = isOverdue('b')
const members = (condition: RawBuilder<unknown>) => sql`(select b.member_id from dues_bill_public b where ${condition})`
// Without individuals: a null among the ids would make "none of them" unknown for every row.
const companies = (condition: RawBuilder<unknown>) =>
  sql`(select m.company_id from dues_bill_public b join member m on m.member_id = b.member_id where not m.deleted and m.company_id is not null and ${condition})`
const ofYear = (year: number) => sql`b.bill_year = ${year} and ${OVERDUE}`

// The list of ids is made once, as an array: then the rows are looked up by the index of that id.
const among = (column: RawBuilder<unknown>, ids: RawBuilder<unknown>) => sql<SqlBool>`${column} = any(array${ids})`
const notAmong = (column: RawBuilder<unknown>, ids: RawBuilder<unknown>) => sql<SqlBool>`${column} <> all(array${ids})`

/** What a member owes past the last day of its bills, in 分; `t` is the member. */
export const overdueAmount = sql<number>`(select coalesce(sum(b.unpaid_amount), 0)::float8 from dues_bill_public b where b.member_id = t.member_id and ${OVERDUE})`

type Owing = 'yes' | 'no'

/** Members by what they owe: bills unpaid past their last day, at all or for a year; `t` is the member. */
export const memberArrears = {
  inArrears: (value: Owing) => (value === 'yes' ? among : notAmong)(sql`t.member_id`, members(OVERDUE)),
  feeYear: (year: number) => among(sql`t.member_id`, members(ofYear(year))),
}

/** The same of rows of a company, by its membership; `t` is the row. */
export const companyArrears = {
  inArrears: (value: Owing) => (value === 'yes' ? among : notAmong)(sql`t.company_id`, companies(OVERDUE)),
  feeYear: (year: number) => among(sql`t.company_id`, companies(ofYear(year))),
}
