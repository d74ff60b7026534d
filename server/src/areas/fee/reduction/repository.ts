import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { actorName, personName } from '../../../platform/identity/people'
import { fen, memberFields } from '../found.repository'

const ofBill = (column: string) => sql`(select ${sql.ref(`b.${column}`)} from dues_bill b where b.bill_id = t.bill_id)`

export const computed = {
  ...memberFields(ofBill('member_id')),
  billNo: ofBill('bill_no'),
  billYear: ofBill('bill_year'),
  unpaidAmount: sql`(select b.unpaid_amount::float8 from dues_bill b where b.bill_id = t.bill_id)`,
  reduceAmount: fen('reduce_amount'),
  reduceRate: sql`trim_scale(t.reduce_rate)::text`,
  firstReviewer: personName('t.first_reviewer_id'),
  applicant: actorName('t.create_by'),
}

/** Notes what an approved request came to: the amount taken off, and what was due and paid before it. */
export async function settleReduction(db: Db, reductionId: string, amount: number | null, dueBefore: string | null, paidBefore: number): Promise<void> {
  await sql`update reduction set reduce_amount = ${amount}::bigint, due_before = ${dueBefore}::date, paid_before = ${paidBefore}::bigint, approve_time = now() where reduction_id = ${reductionId}::bigint`.execute(db)
}

/** Notes when an approval was taken back. */
export async function noteRevoked(db: Db, reductionId: string): Promise<void> {
  await sql`update reduction set revoke_time = now() where reduction_id = ${reductionId}::bigint`.execute(db)
}

export async function noteFirstReviewer(db: Db, reductionId: string, userId: string): Promise<void> {
  await sql`update reduction set first_reviewer_id = ${userId}::bigint where reduction_id = ${reductionId}::bigint`.execute(db)
}

interface Settled {
  status: string
  version: number
  amount: number
  dueBefore: string | null
  paidBefore: number | null
}

export async function settledParts(db: Db, reductionId: string): Promise<Settled | undefined> {
  const { rows } = await sql<Settled>`
    select reduce_status as status, version, coalesce(reduce_amount, 0)::float8 as amount, due_before as "dueBefore", paid_before::float8 as "paidBefore" from reduction where reduction_id = ${reductionId}::bigint for update`.execute(db)
  return rows[0]
}
