import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { dayText } from '../../../platform/database/day'
import { party, partyName } from '../../member/api'

export type MovementKind = 'bill' | 'cancel' | 'reduction' | 'revoke' | 'payment' | 'reversal' | 'balance'

/** One thing that moved what a member owes or has with the house; amounts in 分. */
export interface Movement {
  kind: MovementKind
  /** Day in Asia/Shanghai. */
  day: string
  no: string
  /** What it says: year of a bill, channel of a payment, type of a balance entry. */
  what: string
  /** Asked for. */
  charge: number
  /** Taken off: reduced or cancelled; below zero where that was put back. */
  credit: number
  /** Paid onto bills; below zero where it was taken back. */
  paid: number
  /** Moved on the balance, with its sign. */
  balance: number
}

/** An invoice that was written for the member. */
export interface AccountInvoice {
  /** Its date of issue. */
  day: string
  no: string
  ticketType: string
  itemName: string
  /** 分; below zero on a red one. */
  amount: number
  /** Number of the original invoice that a red one sets right. */
  blueNo: string | null
}

export interface Account {
  memberNo: string
  companyName: string
  movements: Movement[]
  invoices: AccountInvoice[]
}

const approved = sql`coalesce(r.approve_time, r.update_time)`
const revoked = sql`coalesce(r.revoke_time, r.update_time)`

/** All that ever moved on a member's account, in order; read by one statement, so that it is of one moment. */
export async function accountOf(db: Db, memberId: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    with moved as (
      select 1 as place, 'bill' as kind, b.create_time as at, b.bill_id as id, b.bill_no as no, b.bill_year::text as what, b.gross_amount as charge, 0::bigint as credit, 0::bigint as paid, 0::bigint as balance
      from dues_bill b where b.member_id = ${memberId}::bigint
      union all
      select 2, 'reduction', ${approved}, r.reduction_id, r.reduce_no, b.bill_year::text, 0, r.reduce_amount, 0, 0
      from dues_bill b join reduction r on r.bill_id = b.bill_id where b.member_id = ${memberId}::bigint and r.reduce_status in ('approved', 'revoked') and r.reduce_amount > 0
      union all
      select 3, 'payment', a.create_time, p.payment_id, p.pay_no, p.channel, 0, 0, sum(a.amount)::bigint, 0
      from payment p join payment_allocation a on a.payment_id = p.payment_id where p.member_id = ${memberId}::bigint and a.amount > 0 group by p.payment_id, a.create_time
      union all
      select 4, 'reversal', a.create_time, p.payment_id, p.pay_no, p.channel, 0, 0, sum(a.amount)::bigint, 0
      from payment p join payment_allocation a on a.payment_id = p.payment_id where p.member_id = ${memberId}::bigint and a.amount < 0 group by p.payment_id, a.create_time
      union all
      select 5, 'revoke', ${revoked}, r.reduction_id, r.reduce_no, b.bill_year::text, 0, -r.reduce_amount, 0, 0
      from dues_bill b join reduction r on r.bill_id = b.bill_id where b.member_id = ${memberId}::bigint and r.reduce_status = 'revoked' and r.reduce_amount > 0
      union all
      -- What a cancelled bill still asked for; a reduction that stands has its own row.
      select 6, 'cancel', b.update_time, b.bill_id, b.bill_no, b.bill_year::text, 0, b.payable_amount, 0, 0
      from dues_bill b where b.member_id = ${memberId}::bigint and b.bill_status = 'cancelled'
      union all
      select 7, 'balance', e.create_time, e.entry_id, coalesce(p.pay_no, ''), e.entry_type, 0, 0, 0, e.entry_amount
      from balance_entry e left join payment p on p.payment_id = e.payment_id where e.member_id = ${memberId}::bigint
    )
    select m.member_no as "memberNo", ${partyName} as "companyName", coalesce(x.movements, '[]') as movements, coalesce(y.invoices, '[]') as invoices
    from member_public m ${party} cross join lateral (
      select json_agg(json_build_object('kind', kind, 'day', ${dayText(sql.ref('at'))}, 'no', no, 'what', what, 'charge', charge, 'credit', credit, 'paid', paid, 'balance', balance) order by at, place, id) as movements from moved
    ) x cross join lateral (
      select json_agg(json_build_object('day', i.issue_date, 'no', i.invoice_no, 'ticketType', i.ticket_type, 'itemName', i.item_name, 'amount', i.amount, 'blueNo', b.invoice_no) order by i.issue_date, i.invoice_id) as invoices
      from invoice_public i left join invoice_public b on b.invoice_id = i.blue_id where i.member_id = ${memberId}::bigint
    ) y where m.member_id = ${memberId}::bigint`.execute(db)
  return rows[0]
}
