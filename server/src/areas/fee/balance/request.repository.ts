import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database/database'
import { actorName, personName } from '../../../platform/identity/people'
import { noteNumbers } from '../../../platform/numbers/numbers'
import { membersHolding } from '../../member/api'
import { fen, memberFields } from '../found.repository'

const to = memberFields(sql`t.to_member_id`)
export const computed = {
  ...memberFields(),
  toMemberNo: to.memberNo,
  toMemberName: to.memberName,
  amount: fen('amount'),
  change: sql<number>`(case when t.direction = 'increase' then t.amount else -t.amount end)::float8`,
  applicant: actorName('t.create_by'),
  decider: personName('t.decide_by'),
}

/** Requests by either of their members. */
export const requestsFound = (keyword: string) => sql<SqlBool>`t.request_id = any(array(
  select r.request_id from balance_request r where r.member_id = any(array(${membersHolding(keyword)}))
  union select r.request_id from balance_request r where r.to_member_id = any(array(${membersHolding(keyword)}))))`

/** Requests that have to do with a member. */
export const ofMember = (memberId: string) => sql<SqlBool>`(t.member_id = ${memberId}::bigint or t.to_member_id = ${memberId}::bigint)`

/** The member of a request. */
export async function memberOf(db: Db, requestId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select member_id as id from balance_request where request_id = ${requestId}::bigint`.execute(db)
  return rows[0]?.id
}

/** Status and version of a request that nobody else moves until the transaction ends. */
export async function lockRequest(db: Db, requestId: string): Promise<{ status: string; version: number } | undefined> {
  const { rows } = await sql<{ status: string; version: number }>`select request_status as status, version from balance_request where request_id = ${requestId}::bigint for update`.execute(db)
  return rows[0]
}

export async function noteDecision(db: Db, requestId: string, userId: string): Promise<void> {
  await sql`update balance_request set decide_by = ${userId}::bigint, decide_time = now() where request_id = ${requestId}::bigint`.execute(db)
}

/** Requests of the demo association; the refund that waits has its money held. */
export async function insertDemo(db: Db, account: { masked: string; sealed: string; print: string }): Promise<void> {
  await sql`
    with rich as (
      select m.member_id, m.balance, c.company_name, p.create_by, p.dept_id, row_number() over (order by m.member_id) as n
      from member_public m join company_public c using (company_id) cross join lateral (select create_by, dept_id from payment p where p.member_id = m.member_id order by payment_id desc limit 1) p
      where m.balance > 0 and m.member_status = 'normal' and not m.deleted order by m.member_id limit 3
    ), asked as (
      insert into balance_request (request_no, request_type, member_id, direction, to_member_id, amount, payee_name, payee_bank, payee_account, payee_account_sealed, payee_account_print, reason, request_status, dept_id, create_by, create_time, update_time)
      select 'YE20261118' || lpad(n::text, 4, '0'), (array['refund', 'adjustment', 'transfer'])[n], member_id, case when n = 2 then 'increase' end, case when n = 3 then (select member_id from rich where n = 1) end,
        case when n = 2 then 120000 else balance / 2 end, case when n = 1 then company_name end, case when n = 1 then '子虚银行虚构支行' end, case when n = 1 then ${account.masked} end,
        case when n = 1 then ${account.sealed} end, case when n = 1 then ${account.print} end, (array['会员来函，多缴部分申请退回', '核对旧系统结存，补记余额', '集团内会员间调剂余额'])[n],
        (array['pending', 'pending', 'rejected'])[n], dept_id, create_by, now() - n * interval '7 hours', now() - n * interval '5 hours' from rich returning *
    ), held as (
      update member m set balance = m.balance - a.amount from asked a where a.member_id = m.member_id and a.request_type = 'refund' returning m.member_id, m.balance, a.amount, a.request_no, a.create_by
    )
    insert into balance_entry (member_id, entry_type, entry_amount, balance_after, reason, create_by) select member_id, 'hold', -amount, balance, request_no || ' 办理中冻结', create_by from held`.execute(db)
  await noteNumbers(db, 'YE', [{ period: '20261118', last: 3 }])
}
