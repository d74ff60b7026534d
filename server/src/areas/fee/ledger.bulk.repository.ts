import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import type { BillMoney } from './ledger.repository'
import { isOwed } from '../member/api'

// Money of many members at once, each action one statement. The members are locked by the caller; amounts in 分.

export interface BulkPayment {
  payNo: string
  memberId: string
  payDate: string
  amount: number
  channel: string
  payerName: string
  bankSerial: string | null
  byOther: boolean
  remark: string | null
}

/** Writes payments down, all waiting to be settled; answers their ids by number. */
export async function insertPayments(db: Db, payments: readonly BulkPayment[], principal: { userId: string; deptId: string | null }): Promise<Map<string, string>> {
  const { rows } = await sql<{ payNo: string; id: string }>`
    insert into payment (pay_no, member_id, pay_date, amount, channel, payer_name, bank_serial, by_other, remark, create_by, dept_id)
    select "payNo", "memberId", "payDate", amount, channel, "payerName", "bankSerial", "byOther", remark, ${principal.userId}::bigint, ${principal.deptId}::bigint
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as x("payNo" text, "memberId" bigint, "payDate" date, amount bigint, channel text, "payerName" text, "bankSerial" text, "byOther" boolean, remark text)
    order by "payNo" returning pay_no as "payNo", payment_id as id`.execute(db)
  return new Map(rows.map((row) => [row.payNo, row.id]))
}

/** Bills of the members that still ask for money, oldest year first. */
export async function openBillsOf(db: Db, memberIds: readonly string[]): Promise<BillMoney[]> {
  const { rows } = await sql<BillMoney>`select bill_id as "billId", bill_no as "billNo", bill_year as "billYear", member_id as "memberId", gross_amount::float8 as gross,
      reduce_amount::float8 as reduced, payable_amount::float8 as payable, paid_amount::float8 as paid, unpaid_amount::float8 as unpaid, due_date as "dueDate", bill_status as status
    from dues_bill where member_id = any(${[...memberIds]}::bigint[]) and ${isOwed('dues_bill')} and unpaid_amount > 0 order by bill_year, bill_id`.execute(db)
  return rows
}

export interface Allocation {
  paymentId: string
  billId: string
  amount: number
}
export async function insertAllocations(db: Db, allocations: readonly Allocation[]): Promise<void> {
  await sql`insert into payment_allocation (payment_id, bill_id, amount) select "paymentId", "billId", amount
    from rows from (jsonb_to_recordset(${JSON.stringify(allocations)}::jsonb) as ("paymentId" bigint, "billId" bigint, amount bigint)) with ordinality as x("paymentId", "billId", amount, n) order by n`.execute(db)
}

export interface PaidBill {
  billId: string
  /** What was paid onto it now. */
  amount: number
  from: string
  to: string
}
/** Counts payments on their bills and moves these on; answers how many stood as they had been read. */
export async function payBills(db: Db, bills: readonly PaidBill[]): Promise<number> {
  const { numAffectedRows } = await sql`update dues_bill b set paid_amount = b.paid_amount + x.amount, bill_status = x."to", version = b.version + 1, update_time = now()
    from jsonb_to_recordset(${JSON.stringify(bills)}::jsonb) as x("billId" bigint, amount bigint, "from" text, "to" text) where b.bill_id = x."billId" and b.bill_status = x."from"`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface Deposit {
  memberId: string
  paymentId: string
  amount: number
  balanceAfter: number
}
/** Adds what was left over to the balances, in the order given. */
export async function insertDeposits(db: Db, deposits: readonly Deposit[], userId: string): Promise<void> {
  await sql`with x as (select * from rows from (jsonb_to_recordset(${JSON.stringify(deposits)}::jsonb) as ("memberId" bigint, "paymentId" bigint, amount bigint, "balanceAfter" bigint)) with ordinality as x("memberId", "paymentId", amount, "balanceAfter", n)),
      moved as (update member m set balance = m.balance + s.sum from (select "memberId", sum(amount)::bigint as sum from x group by 1) s where m.member_id = s."memberId")
    insert into balance_entry (member_id, entry_type, entry_amount, balance_after, payment_id, create_by)
    select "memberId", 'deposit', amount, "balanceAfter", "paymentId", ${userId}::bigint from x order by n`.execute(db)
}

export interface Spent {
  paymentId: string
  allocated: number
  toBalance: number
}
/** Settles payments with where their money went; answers how many still waited. */
export async function settlePayments(db: Db, spent: readonly Spent[], from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`update payment p set allocated_amount = x.allocated, balance_amount = x."toBalance", pay_status = ${to}, version = p.version + 1, update_time = now()
    from jsonb_to_recordset(${JSON.stringify(spent)}::jsonb) as x("paymentId" bigint, allocated bigint, "toBalance" bigint) where p.payment_id = x."paymentId" and p.pay_status = ${from}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
