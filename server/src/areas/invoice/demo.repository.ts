import { sql } from 'kysely'
import type { Db } from '../../platform/database/database'
import { clerksWith } from '../../platform/identity/people'

/** Members that get a head, and how many of them ask for an invoice of dues, or of something else. */
const [HEADS, DUES, OTHERS] = [60, 34, 10]

export interface Clerk {
  userId: string | null
  deptId: string | null
}

export async function clerkOf(db: Db): Promise<Clerk> {
  const [clerk] = await clerksWith(db, 'FEE_OP')
  return clerk ?? { userId: null, deptId: null }
}

/** Heads of members that have paid this year, under their company's name and code. */
export const seedHeads = (db: Db, { userId, deptId }: Clerk) =>
  sql`insert into invoice_head (member_id, head_type, title, tax_no, bank_name, bank_account, reg_address, reg_phone, receive_email, receive_mobile, is_default, head_status, dept_id, create_by)
    select x.member_id, 'company', x.company_name, x.credit_code, '示例银行虚构支行', '62284800000000000' || (10 + n % 90), coalesce(x.reg_address, '虚构市样本路 ' || n || ' 号'), '010-' || (60000000 + n),
      'fapiao' || n || '@example.com', '199000000' || lpad((n % 100)::text, 2, '0'), n <> 58, case when n = 58 then 'disabled' else 'enabled' end, ${deptId}::bigint, ${userId}::bigint
    from (select m.member_id, c.company_name, c.credit_code, c.reg_address, row_number() over (order by min(p.payment_id))::int as n
      from payment_public p join member_public m on m.member_id = p.member_id join company_public c on c.company_id = m.company_id
      where p.pay_status = 'settled' and p.channel <> 'balance' and p.pay_date between '2026-01-01' and '2026-10-31' and c.credit_code is not null and not m.deleted
      group by m.member_id, c.company_name, c.credit_code, c.reg_address order by min(p.payment_id) limit ${HEADS}) x`.execute(db)

/** Applications in every state: the first heads ask for dues, the next for something else. */
export async function seedApplications(db: Db, { userId, deptId }: Clerk): Promise<void> {
  await sql`insert into invoice_apply (apply_no, member_id, biz_type, ticket_type, head_id, pay_ids, received_serial, received_date, received_amount, amount, tax_rate, item_name, title, tax_no, head_facts, problem, invoice_status, dept_id, create_by, create_time, update_time)
    select 'KP' || to_char(x.day, 'YYYYMMDD') || (9000 + x.n), x.member_id, x.biz, case when x.dues then 'dues' when x.n % 2 = 0 then 'special' else 'normal' end, x.head_id,
      case when x.dues then array[x.payment_id] else '{}' end, case when not x.dues then 'TESTKP' || lpad(x.n::text, 4, '0') end, case when not x.dues then x.day end, case when not x.dues then x.other end,
      case when x.dues then x.paid else x.other end, case when not x.dues then 'six' end,
      case x.biz when 'dues' then x.year || ' 年度会费' when 'training' then '独立董事后续培训' when 'meeting' then '董秘沙龙会务费' else '信息披露咨询服务' end,
      x.title, x.tax_no, jsonb_build_object('bankName', x.bank_name, 'bankAccount', x.bank_account, 'regAddress', x.reg_address, 'regPhone', x.reg_phone, 'receiveEmail', x.receive_email),
      case when x.n = 27 then '开票平台没有应答，也没有开出票据，请稍后重试' end,
      case when x.n <= 20 or x.n between 35 and 40 then 'issued' when x.n <= 25 or x.n in (41, 42) then 'pending' when x.n <= 29 or x.n = 43 then 'toIssue' when x.n <= 32 then 'returned' else 'withdrawn' end,
      ${deptId}::bigint, ${userId}::bigint, (x.day + time '10:30') at time zone 'Asia/Shanghai', (x.day + time '16:10') at time zone 'Asia/Shanghai'
    from (select h.*, row_number() over (order by h.head_id)::int as n, row_number() over (order by h.head_id) <= ${DUES} as dues,
        case when row_number() over (order by h.head_id) <= ${DUES} then 'dues' else (array['training', 'meeting', 'service'])[1 + (row_number() over (order by h.head_id))::int % 3] end as biz,
        p.payment_id, p.amount as paid, extract(year from p.pay_date)::int as year, 100000 * (2 + (row_number() over (order by h.head_id))::int % 5) as other, p.pay_date + 3 as day
      from invoice_head h join lateral (select * from payment_public q where q.member_id = h.member_id and q.pay_status = 'settled' and q.channel <> 'balance' and q.pay_date between '2026-01-01' and '2026-10-31' order by q.payment_id limit 1) p on true
      where h.head_status = 'enabled') x
    where x.n <= ${DUES + OTHERS}`.execute(db)
  await sql`insert into invoice_payment (apply_id, payment_id, amount) select apply_id, pay_ids[1], amount from invoice_apply
    where biz_type = 'dues' and invoice_status not in ('returned', 'withdrawn')`.execute(db)
}

export async function toWrite(db: Db): Promise<{ applyId: string; issueDate: string }[]> {
  const { rows } = await sql<{ applyId: string; issueDate: string }>`select apply_id as "applyId", (update_time at time zone 'Asia/Shanghai')::date as "issueDate"
    from invoice_apply where invoice_status = 'issued' order by apply_id`.execute(db)
  return rows
}

type Life = { invoice?: 'sent' | 'redPending' | 'partRed' | 'red'; send?: 'sent' | 'failed' | 'unknown'; red?: 'review' | 'waiting' | 'confirmed' | 'done' | 'refused' | 'expired'; share?: number }
const SENT: Life = { invoice: 'sent', send: 'sent' }
/** What became of the invoices, in their order, dues receipts first and invoices from the twenty-first; those beyond were only written. */
const LIVES: readonly Life[] = [SENT, SENT, SENT, SENT, SENT, SENT, SENT, SENT, { send: 'failed' }, { send: 'unknown' }, {}, { invoice: 'redPending', red: 'review' }, { invoice: 'red', red: 'done' }, { invoice: 'partRed', red: 'done', share: 2 }, { red: 'refused' }, {}, {}, {}, {}, {}, { invoice: 'redPending', red: 'waiting' }, { red: 'expired' }, { invoice: 'redPending', red: 'confirmed' }, SENT, { red: 'refused' }]
const PROBLEMS = { sent: null, failed: '550 no such mailbox', unknown: '已交给对方但未收到答复：connection closed' }

/** Lays what became of the n-th invoice: its mail, its red confirmation, its own state. */
export async function seedLife(db: Db, { userId, deptId }: Clerk, n: number, invoiceId: string, issueDate: string): Promise<void> {
  const { invoice, send, red, share } = LIVES[n] ?? {}
  if (invoice) await sql`update invoice set ticket_status = ${invoice} where invoice_id = ${invoiceId}::bigint`.execute(db)
  if (send) {
    await sql`insert into invoice_send (invoice_id, send_to, tries, problem, send_time, send_result, dept_id, create_by, create_time, update_time)
      select ${invoiceId}::bigint, a.head_facts->>'receiveEmail', 1, ${PROBLEMS[send]}, case when ${send} = 'sent' then x.at end, ${send}, ${deptId}::bigint, ${userId}::bigint, x.at, x.at
      from invoice i join invoice_apply a on a.apply_id = i.apply_id cross join (select (${issueDate}::date + time '17:00') at time zone 'Asia/Shanghai' as at) x where i.invoice_id = ${invoiceId}::bigint`.execute(db)
  }
  if (red) {
    await sql`insert into red_confirm (confirm_no, invoice_id, red_reason, red_amount, used_flag, initiator, confirm_deadline, ticket_before, red_status, dept_id, create_by, create_time, update_time)
      select 'HZ' || to_char(x.at, 'YYYYMMDD') || (9000 + ${n}::int), invoice_id, case when ${!share} then 'wrong' when ticket_type = 'dues' then 'feeBack' else 'allowance' end, amount / ${share ?? 1},
        ticket_type <> 'dues' and ${red !== 'confirmed'}, 'seller',
        case when ticket_type = 'dues' then null when ${red === 'waiting'} then now() + interval '40 hours' when ${red !== 'confirmed'} then x.at + interval '72 hours' end, 'issued', ${red}, ${deptId}::bigint, ${userId}::bigint, x.at, x.at
      from invoice cross join (select case when ${red === 'waiting'} then now() - interval '32 hours' else (${issueDate}::date + 4 + time '09:30') at time zone 'Asia/Shanghai' end as at) x where invoice_id = ${invoiceId}::bigint`.execute(db)
  }
}

export interface DemoCreditNote {
  redId: string
  requestNo: string
  invoiceId: string
  invoiceNo: string
  applyId: string
  amount: number
  issueDate: string
}

export async function redsToWrite(db: Db): Promise<DemoCreditNote[]> {
  const { rows } = await sql<DemoCreditNote>`select r.red_id as "redId", r.confirm_no as "requestNo", r.invoice_id as "invoiceId", i.invoice_no as "invoiceNo", i.apply_id as "applyId", r.red_amount::float8 as amount,
      (r.update_time at time zone 'Asia/Shanghai')::date as "issueDate" from red_confirm r join invoice i on i.invoice_id = r.invoice_id where r.red_status = 'done' order by r.red_id`.execute(db)
  return rows
}

/** Gives back what credit notes have set right. */
export async function freeReds(db: Db): Promise<void> {
  await sql`update invoice i set red_amount = r.red_amount from red_confirm r where r.invoice_id = i.invoice_id and r.red_status = 'done'`.execute(db)
  await sql`update invoice_apply a set freed_amount = i.red_amount, invoice_status = case when i.red_amount = i.amount then 'reversed' else a.invoice_status end
    from invoice i where i.apply_id = a.apply_id and i.blue_id is null and i.red_amount > 0`.execute(db)
  await sql`update invoice_payment x set freed = a.freed_amount from invoice_apply a where a.apply_id = x.apply_id and a.freed_amount > 0`.execute(db)
}

export const finish = (db: Db) => sql`analyze invoice_head, invoice_apply, invoice_payment, invoice, red_confirm, invoice_send`.execute(db)
