import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Where all money that came stands, in 分; by statements that share nothing with the check of the ledger. */
export interface WhereMoneyIs {
  lines: number
  byHand: number
  /** Lines that were found to be payments which nobody has settled yet. */
  toSettle: number
  allocated: number
  balances: number
  waiting: number
  returned: number
  /** Of another business than dues. */
  other: number
  /** Given back, held for it, or set right: what moved balances by a request. */
  refunded: number
}

/** Sums of both sides: lines and what was written down by hand, and each place where money may be. */
export async function whereMoneyIs(db: Db): Promise<WhereMoneyIs> {
  const item = (status: string) => sql`(select coalesce(sum(amount), 0)::float8 from suspense_item where suspense_status = ${status})`
  const { rows } = await sql<WhereMoneyIs>`select
    (select coalesce(sum(amount), 0)::float8 from bank_line where parent_line_id is null) as lines,
    (select coalesce(sum(amount), 0)::float8 from payment p where pay_status = 'settled' and channel <> 'balance' and not exists (select 1 from bank_line l where l.payment_id = p.payment_id)) as "byHand",
    (select coalesce(sum(l.amount), 0)::float8 from bank_line l join payment p on p.payment_id = l.payment_id where p.pay_status = 'pending') as "toSettle",
    (select coalesce(sum(amount), 0)::float8 from payment_allocation) as allocated,
    (select coalesce(sum(balance), 0)::float8 from member) as balances,
    ${item('open')} as waiting, ${item('returned')} as returned, ${item('other')} as other,
    (select coalesce(-sum(entry_amount), 0)::float8 from balance_entry where payment_id is null) as refunded`.execute(db)
  return rows[0] as WhereMoneyIs
}

/** What came less what is accounted for: 0 at every moment. */
export async function lostMoney(db: Db): Promise<number> {
  const w = await whereMoneyIs(db)
  return w.lines + w.byHand - w.toSettle - w.allocated - w.balances - w.waiting - w.returned - w.other - w.refunded
}

/** The plan of a statement as text. */
export async function planOf(db: Db, statement: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
