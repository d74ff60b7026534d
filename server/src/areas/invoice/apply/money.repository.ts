import { payment } from '@assoc/contract/fee/payment'
import { sql, type Expression, type SqlBool } from 'kysely'
import { scopeOf } from '../../../platform/access/entities'
import type { Principal } from '../../../platform/access/principal'
import type { Db } from '../../../platform/database/database'
import { cameElsewhere } from '../../fee/api'

export interface OpenPayment {
  paymentId: string
  payNo: string
  payDate: string
  payerName: string
  /** 分 */
  amount: number
  /** What of it went back out of the balance; 分. */
  refunded: number
  /** What of it is left that nobody has asked an invoice for; 分. */
  open: number
}

const open = sql`(p.amount - p.invoiced_amount - p.refunded_amount)`
// Money out of a balance has come with an earlier payment, for which its invoice is written.
const invoiceable = sql<SqlBool>`p.pay_status = 'settled' and p.channel <> 'balance'`

const PAYMENT = scopeOf(payment)

/** Settled payments of a member with something open within the person's data scope, oldest first: those that can be chosen. */
export const offeredPayments = (db: Db, principal: Principal, memberId: string): Promise<OpenPayment[]> => paymentsOf(db, memberId, sql`${open} > 0 and ${PAYMENT(principal, 'p')}`)

/** Those of a member's settled payments that are named, oldest first, with what is open of each. */
export const openPayments = (db: Db, memberId: string, ids: readonly string[]): Promise<OpenPayment[]> => paymentsOf(db, memberId, sql`p.payment_id = any(${[...ids]}::bigint[])`)

async function paymentsOf(db: Db, memberId: string, only: Expression<SqlBool>): Promise<OpenPayment[]> {
  const { rows } = await sql<OpenPayment>`select p.payment_id as "paymentId", p.pay_no as "payNo", p.pay_date as "payDate", p.payer_name as "payerName", p.amount::float8 as amount,
      p.refunded_amount::float8 as refunded, ${open}::float8 as open
    from payment_public p where p.member_id = ${memberId}::bigint and ${invoiceable} and ${only} order by p.pay_date, p.payment_id`.execute(db)
  return rows
}

/** What of a member's money may go back: of their payments what bears no invoice, and what came to their balance from no payment of theirs; 分. */
export async function openOfMember(db: Db, memberId: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`select (
      coalesce((select sum(${open}) from payment_public p where p.member_id = ${memberId}::bigint and ${invoiceable}), 0)
      + ${cameElsewhere(sql`${memberId}::bigint`)})::float8 as open`.execute(db)
  return rows[0]?.open ?? 0
}

export interface Part {
  paymentId: string
  amount: number
}

/** Writes down what of which payment an application asks for; what it asked for before is forgotten. */
export async function setParts(db: Db, applyId: string, parts: readonly Part[]): Promise<void> {
  await sql`delete from invoice_payment where apply_id = ${applyId}::bigint`.execute(db)
  if (parts.length === 0) return
  await sql`insert into invoice_payment (apply_id, payment_id, amount) select ${applyId}::bigint, x."paymentId", x.amount
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as x("paymentId" bigint, amount bigint)`.execute(db)
}

/** Gives back an amount of what an application asked for, of the youngest payment first; all of it when no amount is given. */
export async function freeParts(db: Db, applyId: string, amount: number | null): Promise<void> {
  await sql`update invoice_payment x set freed = x.freed + p.part from (
      select i.payment_id, least(i.amount - i.freed, greatest(coalesce(${amount}::bigint, 9000000000000000) - coalesce(sum(i.amount - i.freed) over (order by p.pay_date desc, p.payment_id desc rows between unbounded preceding and 1 preceding), 0), 0)) as part
      from invoice_payment i join payment_public p on p.payment_id = i.payment_id where i.apply_id = ${applyId}::bigint) p
    where x.apply_id = ${applyId}::bigint and x.payment_id = p.payment_id and p.part > 0`.execute(db)
}

/** Counts what a credit note gave back of an application; 分. */
export const addFreed = (db: Db, applyId: string, amount: number) =>
  sql`update invoice_apply set freed_amount = freed_amount + ${amount}::bigint where apply_id = ${applyId}::bigint`.execute(db)

/** Lets those who write about one bank serial wait for each other, until the transaction ends. */
export const lockSerial = (db: Db, serial: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`invoice ${serial}`}, 7))`.execute(db)

export interface Serial {
  /** What was said to have come under it; null when nobody has asked yet. */
  received: number | null
  written: number
  /** Number of the payment of dues that bears it. */
  payNo: string | null
}

/** What is known of a bank serial apart from one application; amounts in 分. */
export async function serialState(db: Db, serial: string, without: string | null): Promise<Serial> {
  const { rows } = await sql<Serial>`select max(a.received_amount)::float8 as received, coalesce(sum(a.amount - a.freed_amount), 0)::float8 as written,
      (select p.pay_no from payment_public p where p.channel in ('bank', 'online', 'cheque') and p.bank_serial = ${serial} and p.pay_status not in ('returned', 'reversed') limit 1) as "payNo"
    from invoice_apply a where a.received_serial = ${serial} and a.apply_id is distinct from ${without}::bigint and a.invoice_status not in ('returned', 'withdrawn')`.execute(db)
  return rows[0] ?? { received: null, written: 0, payNo: null }
}

export interface BankMoney {
  /** 分 */
  amount: number
  /** Number of the payment of dues that the line is matched with. */
  payNo: string | null
  /** What became of money that nobody could be found for; null when the line is matched. */
  suspense: 'open' | 'claimed' | 'returned' | 'other' | 'split' | null
  business: string | null
}

/** Lines of the bank's statements under a serial; more than one where two accounts use the same. */
export async function bankMoney(db: Db, serial: string): Promise<BankMoney[]> {
  const { rows } = await sql<BankMoney>`select l.amount::float8 as amount, (select p.pay_no from payment_public p where p.payment_id = l.payment_id) as "payNo", s.suspense_status as suspense, s.business_type as business
    from bank_line_public l left join suspense_item_public s on s.line_id = l.line_id where l.serial_no = ${serial} order by l.line_id`.execute(db)
  return rows
}

/** How the money that an application names stands beside the bank's statements, as they are now; null for dues. */
export const bankCheckOf = sql`case when t.biz_type <> 'dues' then coalesce((
    select case when bool_or(l.amount = t.received_amount and s.suspense_status = 'other') then 'checked' else 'differs' end
    from bank_line_public l left join suspense_item_public s on s.line_id = l.line_id where l.serial_no = t.received_serial having count(*) > 0), 'unchecked') end`

/** Numbers of what stands in the way of taking a payment back: applications on their way, and invoices that were written. */
export async function standingOn(db: Db, paymentId: string): Promise<{ applyNo: string; invoiceNo: string | null }[]> {
  const { rows } = await sql<{ applyNo: string; invoiceNo: string | null }>`select a.apply_no as "applyNo", i.invoice_no as "invoiceNo"
    from invoice_payment x join invoice_apply a on a.apply_id = x.apply_id left join invoice i on i.apply_id = a.apply_id and i.blue_id is null
    where x.payment_id = ${paymentId}::bigint and x.amount > x.freed order by a.apply_id limit 3`.execute(db)
  return rows
}

/** Lets those who write about any of many bank serials wait, until the transaction ends; in one order, so that no two wait for each other. */
export const lockSerials = (db: Db, serials: readonly string[]) =>
  sql`select pg_advisory_xact_lock(k) from (select distinct hashtextextended('invoice ' || s, 7) as k from unnest(${[...serials]}::text[]) s order by k) x`.execute(db)

/** Serials of money, told by serial and amount, for which an invoice is asked for or was written as other business. */
export async function serialsStanding(db: Db, money: readonly { serialNo: string; amount: number }[]): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    select distinct a.received_serial as serial from unnest(${money.map((m) => m.serialNo)}::text[], ${money.map((m) => m.amount)}::bigint[]) as x(serial, amount)
      join invoice_apply a on a.received_serial = x.serial and a.received_amount = x.amount
    where a.invoice_status not in ('returned', 'withdrawn') and a.amount > a.freed_amount`.execute(db)
  return rows.map((r) => r.serial)
}

/** Numbers of what stands in the way of other business being none any more: what asks for an invoice for its money, and invoices that were written. */
export async function standingOnSerial(db: Db, serial: string, received: number): Promise<{ applyNo: string; invoiceNo: string | null }[]> {
  const { rows } = await sql<{ applyNo: string; invoiceNo: string | null }>`select a.apply_no as "applyNo", i.invoice_no as "invoiceNo"
    from invoice_apply a left join invoice i on i.apply_id = a.apply_id and i.blue_id is null
    where a.received_serial = ${serial} and a.received_amount = ${received}::bigint and a.invoice_status not in ('returned', 'withdrawn') and a.amount > a.freed_amount order by a.apply_id limit 3`.execute(db)
  return rows
}
