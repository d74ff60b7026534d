import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/database'

// Money that went out of a balance, back to the member or to another, stands on the payments that it came with, so that no invoice
// is written for it.

/** What came into a member's balance from no payment of theirs, beyond what went out so; 分. */
export const cameElsewhere = (memberId: RawBuilder<unknown>) => sql`greatest(-gone_out(${memberId}), 0)`

/** Brings the payments of a member in line with what has gone out of their balance, as far as they bear no invoices. The member is locked. */
export async function keepRefunds(db: Db, memberId: string): Promise<void> {
  await sql`select case when x.more > 0 then lay_refund(${memberId}::bigint, x.more) when x.more < 0 then (select 0 from lift_refund(${memberId}::bigint, -x.more)) end
    from (select greatest(gone_out(${memberId}::bigint), 0) - coalesce(sum(refunded_amount), 0)::bigint as more from payment where member_id = ${memberId}::bigint) x`.execute(db)
}

/** Takes what went out off a payment and lays it on the member's others; answers how much found no place there, 分. The member is locked. */
export async function moveRefund(db: Db, memberId: string, paymentId: string): Promise<number> {
  const { rows } = await sql<{ lifted: number }>`update payment p set refunded_amount = 0 from payment before
    where p.payment_id = ${paymentId}::bigint and before.payment_id = p.payment_id and before.refunded_amount > 0 returning before.refunded_amount::float8 as lifted`.execute(db)
  const lifted = rows[0]?.lifted ?? 0
  if (lifted === 0) return 0
  const laid = await sql<{ laid: number }>`select lay_refund(${memberId}::bigint, ${lifted}::bigint, ${paymentId}::bigint)::float8 as laid`.execute(db)
  return lifted - (laid.rows[0]?.laid ?? 0)
}
