import { ANSWER_DAYS } from '@assoc/contract/fee/next-step'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { isOverdue } from '../../member/api'

const OVERDUE = sql`from dues_bill b where b.member_id = t.member_id and ${isOverdue('b')}`
const reminded = sql`from dunning d where d.member_id = t.member_id and d.dunning_time >=`
const open = sql`from unpaid_case u where u.member_id = t.member_id and u.handle_status`

/**
 * What to do next about the member of a row `t`, by the rule of the contract; null where nothing is past its last day. Reminders count
 * for a case from its beginning, otherwise from the last day of the oldest bill.
 */
export const nextStepOf = sql<string | null>`(case
  when not exists (select 1 ${OVERDUE}) then null
  when exists (select 1 ${open} = 'review') or exists (select 1 from member_withdraw_public w where w.member_id = t.member_id and w.withdraw_status in ('pending', 'review')) then 'review'
  when exists (select 1 ${reminded} now() - make_interval(days => ${sql.lit(ANSWER_DAYS)})) then 'wait'
  when exists (select 1 ${open} in ('pending', 'dunning')) then
    case when exists (select 1 ${reminded} (select max(u.create_time) ${open} in ('pending', 'dunning'))) then 'expel' else 'notice' end
  when exists (select 1 ${reminded} (select min(b.due_date)::timestamptz ${OVERDUE})) then 'letter'
  else 'first' end)`

/** Members of some bills or cases that owe past the last day now, by their ids. */
export async function debtorsOf(db: Db, from: 'bill' | 'case', ids: readonly string[]): Promise<string[]> {
  const rowsOf = from === 'bill' ? sql`select t.member_id from dues_bill t where t.bill_id = any(${[...ids]}::bigint[])` : sql`select t.member_id from unpaid_case t where t.case_id = any(${[...ids]}::bigint[])`
  const { rows } = await sql<{ id: string }>`select distinct x.member_id as id from (${rowsOf}) x
    where exists (select 1 from dues_bill b where b.member_id = x.member_id and ${isOverdue('b')}) order by 1`.execute(db)
  return rows.map((row) => row.id)
}
