import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { contains } from '../../platform/database/list'
import { gramsOfKeyword } from '../../platform/search/grams'
import { membersHolding } from '../member/api'

/** Rows of a table whose grams and columns hold a keyword; each is found by the index of the grams. */
function held(table: string, id: string, columns: readonly string[], keyword: string): RawBuilder<unknown> {
  const { grams, exact } = gramsOfKeyword(keyword)
  const like = sql<SqlBool>`(${sql.join(columns.map((c) => sql`${sql.ref(`h.${c}`)} ilike ${contains(keyword.trim())}`), sql` or `)})`
  return sql`select ${sql.ref(`h.${id}`)} from ${sql.table(table)} h where h.search_grams @> ${grams}::text[] ${exact ? sql`` : sql`and ${like}`}`
}

const ofMembers = (table: string, id: string, keyword: string) => sql`select ${sql.ref(`h.${id}`)} from ${sql.table(table)} h where h.member_id = any(array(${membersHolding(keyword)}))`

export const headsFound = (keyword: string) =>
  sql<SqlBool>`t.head_id = any(array(${held('invoice_head', 'head_id', ['title', 'tax_no'], keyword)} union ${ofMembers('invoice_head', 'head_id', keyword)}))`

export const appliesFound = (keyword: string) =>
  sql<SqlBool>`t.apply_id = any(array(${held('invoice_apply', 'apply_id', ['apply_no', 'title'], keyword)} union ${ofMembers('invoice_apply', 'apply_id', keyword)}))`

const invoiceIds = (keyword: string) => sql`${held('invoice', 'invoice_id', ['invoice_no', 'title'], keyword)} union ${ofMembers('invoice', 'invoice_id', keyword)}`

export const invoicesFound = (keyword: string) => sql<SqlBool>`t.invoice_id = any(array(${invoiceIds(keyword)}))`

export const redsFound = (keyword: string) => sql<SqlBool>`t.red_id = any(array(
  select r.red_id from red_confirm r where r.invoice_id = any(array(${invoiceIds(keyword)}))))`

export function sendsFound(keyword: string) {
  return sql<SqlBool>`t.send_id = any(array(
    select s.send_id from invoice_send s where s.invoice_id = any(array(${invoiceIds(keyword)}))))`
}
