import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import { keepRefunds } from './ledger.refund.repository'
import { isOwed, party, partyName } from '../member/api'

/** A member whose money nobody else moves until the transaction ends. */
export interface LockedMember {
  memberId: string
  memberNo: string
  /** Full name of the member; of an individual the person's. */
  companyName: string
  /** 分 */
  balance: number
  version: number
}

/** Takes the lock that every action on money of a member begins with; undefined when there is no such member. */
export async function lockMember(db: Db, memberId: string): Promise<LockedMember | undefined> {
  const { rows } = await sql<LockedMember>`
    select m.member_id as "memberId", m.member_no as "memberNo", m.balance::float8 as balance, m.version, ${partyName} as "companyName"
    from member m ${party} where m.member_id = ${memberId}::bigint for update of m`.execute(db)
  return rows[0]
}

/** The same of several members, in the order of their ids, so that two that lock many wait instead of deadlocking. */
export async function lockMembers(db: Db, memberIds: readonly string[]): Promise<LockedMember[]> {
  const { rows } = await sql<LockedMember>`
    select m.member_id as "memberId", m.member_no as "memberNo", m.balance::float8 as balance, m.version, ${partyName} as "companyName"
    from member m ${party} where m.member_id = any(${[...memberIds]}::bigint[]) order by m.member_id for update of m`.execute(db)
  return rows
}

/** A bill's money and status, amounts in 分. */
export interface BillMoney {
  billId: string
  billNo: string
  billYear: number
  memberId: string
  gross: number
  reduced: number
  payable: number
  paid: number
  unpaid: number
  dueDate: string
  status: 'due' | 'part' | 'paid' | 'waived' | 'cancelled'
}

const money = sql`bill_id as "billId", bill_no as "billNo", bill_year as "billYear", member_id as "memberId", gross_amount::float8 as gross,
  reduce_amount::float8 as reduced, payable_amount::float8 as payable, paid_amount::float8 as paid, unpaid_amount::float8 as unpaid,
  due_date as "dueDate", bill_status as status`

/** Bills that still ask for money, oldest year first. */
export async function openBills(db: Db, memberId: string): Promise<BillMoney[]> {
  const { rows } = await sql<BillMoney>`select ${money} from dues_bill
    where member_id = ${memberId}::bigint and ${isOwed('dues_bill')} and unpaid_amount > 0 order by bill_year, bill_id`.execute(db)
  return rows
}

export async function billMoney(db: Db, billId: string): Promise<BillMoney | undefined> {
  const { rows } = await sql<BillMoney>`select ${money} from dues_bill where bill_id = ${billId}::bigint`.execute(db)
  return rows[0]
}

/** Writes an allocation, below zero for a reversal, and counts it on its bill; answers the bill as it is then. */
export async function allocate(db: Db, paymentId: string, billId: string, amount: number): Promise<BillMoney> {
  await sql`insert into payment_allocation (payment_id, bill_id, amount) values (${paymentId}::bigint, ${billId}::bigint, ${amount}::bigint)`.execute(db)
  const { rows } = await sql<BillMoney>`update dues_bill set paid_amount = paid_amount + ${amount}::bigint, version = version + 1, update_time = now()
    where bill_id = ${billId}::bigint returning ${money}`.execute(db)
  return rows[0] as BillMoney
}

/** What a decision about a bill moves: amount off the bill (below zero: put back), or its due date. */
export async function reduceBill(db: Db, billId: string, amount: number, dueDate: string | null): Promise<BillMoney> {
  const { rows } = await sql<BillMoney>`update dues_bill set reduce_amount = reduce_amount + ${amount}::bigint, due_date = coalesce(${dueDate}::date, due_date),
    version = version + 1, update_time = now() where bill_id = ${billId}::bigint returning ${money}`.execute(db)
  return rows[0] as BillMoney
}

/** What of a payment stands on bills, in 分 a bill. */
export async function standingAllocations(db: Db, paymentId: string): Promise<{ billId: string; billNo: string; billYear: number; amount: number }[]> {
  const { rows } = await sql<{ billId: string; billNo: string; billYear: number; amount: number }>`
    select a.bill_id as "billId", b.bill_no as "billNo", b.bill_year as "billYear", sum(a.amount)::float8 as amount
    from payment_allocation a join dues_bill b on b.bill_id = a.bill_id where a.payment_id = ${paymentId}::bigint
    group by 1, 2, 3 having sum(a.amount) <> 0 order by 3, 1`.execute(db)
  return rows
}

/** What a payment has moved on the balance, in 分. */
export async function balanceOfPayment(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(entry_amount), 0)::float8 as sum from balance_entry where payment_id = ${paymentId}::bigint`.execute(db)
  return rows[0]?.sum ?? 0
}

export interface NewEntry {
  memberId: string
  type: 'deposit' | 'use' | 'refund' | 'reversal' | 'adjustment' | 'transfer' | 'hold'
  /** 分, with its sign. */
  amount: number
  paymentId: string | null
  reason: string | null
  userId: string
}

/** Adds a row to a member's balance; answers the balance after it. */
export async function addEntry(db: Db, { memberId, type, amount, paymentId, reason, userId }: NewEntry): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    with moved as (update member set balance = balance + ${amount}::bigint where member_id = ${memberId}::bigint returning balance)
    insert into balance_entry (member_id, entry_type, entry_amount, balance_after, payment_id, reason, create_by)
    select ${memberId}::bigint, ${type}, ${amount}::bigint, balance, ${paymentId}::bigint, ${reason}::text, ${userId}::bigint from moved
    returning balance_after::float8 as balance`.execute(db)
  if (paymentId === null) await keepRefunds(db, memberId)
  return rows[0]?.balance ?? 0
}

/** Notes on a payment where its money went; the version moves with the step of the status. */
export async function setSpent(db: Db, paymentId: string, allocated: number, toBalance: number): Promise<void> {
  await sql`update payment set allocated_amount = ${allocated}::bigint, balance_amount = ${toBalance}::bigint where payment_id = ${paymentId}::bigint`.execute(db)
}

export async function paymentState(db: Db, paymentId: string): Promise<{ status: string; version: number } | undefined> {
  const { rows } = await sql<{ status: string; version: number }>`select pay_status as status, version from payment where payment_id = ${paymentId}::bigint for update`.execute(db)
  return rows[0]
}

/**
 * Counts for some members, or for all, the closed years one after another up to the last one that were billed and in which
 * nothing was paid. A year that was waived, or that has no bill, ends the row.
 */
export async function refreshArrears(db: Db, thisYear: number, memberIds: readonly string[] | null = null): Promise<void> {
  const only = memberIds === null ? sql`true` : sql`b.member_id = any(${[...memberIds]}::bigint[])`
  const one = memberIds === null ? sql`true` : sql`m.member_id = any(${[...memberIds]}::bigint[])`
  await sql`
    update member m set arrears_years = x.years from (
      select m.member_id, coalesce(n.years, 0) as years from member m left join (
        select member_id, count(*)::int as years from (
          select b.member_id, b.bill_year, row_number() over (partition by b.member_id order by b.bill_year desc) as back
          from dues_bill b where ${only} and b.bill_status = 'due' and b.bill_year < ${thisYear}
        ) u where bill_year + back = ${thisYear} group by member_id
      ) n on n.member_id = m.member_id where ${one}
    ) x where x.member_id = m.member_id and m.arrears_years <> x.years`.execute(db)
}
