import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { actorName } from '../../../platform/identity/people'
import { isOwed, party, partyName } from '../../member/api'

export const memberDeleted = sql<SqlBool>`deleted`
export const unpaidOf = sql`(select coalesce(sum(b.unpaid_amount), 0)::float8 from dues_bill b where b.member_id = t.member_id and ${isOwed('b')})`
/** Held for requests that wait: all but what an adjustment would add. */
export const heldOf = sql`(select coalesce(sum(r.amount), 0)::float8 from balance_request r where r.member_id = t.member_id and r.request_status = 'pending' and r.direction is distinct from 'increase')`
export const withBalance = (value: 'yes' | 'no') => (value === 'yes' ? sql<SqlBool>`t.balance::float8 > 0` : sql<SqlBool>`t.balance::float8 = 0`)
export const memberName = sql`(select ${partyName} from member_public m ${party} where m.member_id = t.member_id)`
export const stockCode = sql`(select c.stock_code from company_public c where c.company_id = t.company_id)`

export interface EntryRow {
  entryId: string
  entryType: 'deposit'
  entryAmount: number
  balanceAfter: number
  paymentId: string | null
  reason: string | null
  operator: string
  createTime: Date
}

/** Rows of a member's balance, newest first unless asked otherwise, and how many there are. */
export async function entriesOf(db: Db, memberId: string, { limit, offset, order }: { limit: number; offset: number; order: 'asc' | 'desc' }): Promise<{ rows: EntryRow[]; total: number }> {
  const { rows } = await sql<EntryRow>`
    select e.entry_id as "entryId", e.entry_type as "entryType", e.entry_amount::float8 as "entryAmount", e.balance_after::float8 as "balanceAfter",
      e.payment_id as "paymentId", e.reason, ${actorName('e.create_by')} as operator, e.create_time as "createTime"
    from balance_entry e where e.member_id = ${memberId}::bigint
    order by e.entry_id ${order === 'asc' ? sql`asc` : sql`desc`} limit ${limit} offset ${offset}`.execute(db)
  const count = await sql<{ n: string }>`select count(*) as n from balance_entry where member_id = ${memberId}::bigint`.execute(db)
  return { rows, total: Number(count.rows[0]?.n) }
}
