import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/database/database'

/** Differences that one check tells. */
const TOLD = 100

// Each part tells rows whose kept figure is not the sum of what it is made of; amounts in 分.
const PARTS: RawBuilder<unknown>[] = [
  sql`select '会员 ' || m.member_no || ' 余额为 ' || m.balance || ' 分，流水合计 ' || coalesce(e.sum, 0) || ' 分' as text
    from member_public m left join (select member_id, sum(entry_amount) as sum from balance_entry group by member_id) e on e.member_id = m.member_id
    where m.balance <> coalesce(e.sum, 0)`,
  sql`select '会员 ' || m.member_no || ' 第 ' || x.entry_id || ' 笔余额流水后余额记为 ' || x.balance_after || ' 分，累计应为 ' || x.sum || ' 分'
    from (select entry_id, member_id, balance_after, sum(entry_amount) over (partition by member_id order by entry_id) as sum from balance_entry) x
    join member_public m on m.member_id = x.member_id where x.balance_after <> x.sum`,
  sql`select '账单 ' || b.bill_no || ' 已缴 ' || b.paid_amount || ' 分，核销明细合计 ' || coalesce(a.sum, 0) || ' 分'
    from dues_bill b left join (select bill_id, sum(amount) as sum from payment_allocation group by bill_id) a on a.bill_id = b.bill_id
    where b.paid_amount <> coalesce(a.sum, 0)`,
  sql`select '账单 ' || b.bill_no || ' 的状态与金额不符' from dues_bill b
    where b.bill_status <> 'cancelled' and b.bill_status <> case when b.paid_amount = 0 and b.payable_amount = 0 then 'waived' when b.paid_amount = 0 then 'due'
      when b.paid_amount = b.payable_amount then 'paid' else 'part' end or b.bill_status = 'cancelled' and b.paid_amount <> 0`,
  sql`select '账单 ' || b.bill_no || ' 减免 ' || b.reduce_amount || ' 分，已批准的减免合计 ' || coalesce(r.sum, 0) || ' 分'
    from dues_bill b left join (select bill_id, sum(coalesce(reduce_amount, 0)) as sum from reduction where reduce_status = 'approved' group by bill_id) r on r.bill_id = b.bill_id
    where b.reduce_amount <> coalesce(r.sum, 0)`,
  sql`select '缴费 ' || p.pay_no || ' 已核销 ' || p.allocated_amount || ' 分，核销明细合计 ' || coalesce(a.sum, 0) || ' 分'
    from payment p left join (select payment_id, sum(amount) as sum from payment_allocation group by payment_id) a on a.payment_id = p.payment_id
    where p.allocated_amount <> coalesce(a.sum, 0)`,
  sql`select '缴费 ' || p.pay_no || ' 对余额的影响与余额流水不符'
    from payment p left join (select payment_id, sum(entry_amount) as sum from balance_entry where payment_id is not null group by payment_id) e on e.payment_id = p.payment_id
    where coalesce(e.sum, 0) <> case when p.channel = 'balance' then -p.allocated_amount else p.balance_amount end`,
  sql`select '缴费 ' || p.pay_no || ' 的金额没有全部用出，或未核销却已用出' from payment p
    where p.allocated_amount + p.balance_amount <> case when p.pay_status = 'settled' then p.amount else 0 end`,
  sql`select '缴费 ' || p.pay_no || ' 核销到了其他会员的账单' from payment_allocation a join payment p on p.payment_id = a.payment_id
    join dues_bill b on b.bill_id = a.bill_id where b.member_id <> p.member_id`,
  sql`select '银行流水 ' || l.serial_no || ' 与缴费 ' || p.pay_no || ' 金额不一致' from bank_line l join payment p on p.payment_id = l.payment_id where l.amount <> p.amount`,
  sql`select '银行流水 ' || l.serial_no || ' 拆分出的各笔合计 ' || x.sum || ' 分，与原金额 ' || l.amount || ' 分不符' from bank_line l
    join (select parent_line_id, sum(amount) as sum from bank_line where parent_line_id is not null group by parent_line_id) x on x.parent_line_id = l.line_id where x.sum <> l.amount`,
  sql`select '银行流水 ' || l.serial_no || ' 既没有缴费记录，也不在待认领款项中' from bank_line l
    where l.payment_id is null and not exists (select 1 from suspense_item s where s.line_id = l.line_id)`,
  sql`select '缴费 ' || p.pay_no || ' 对应多笔银行流水' from payment p join bank_line l on l.payment_id = p.payment_id group by p.pay_no having count(*) > 1`,
  sql`select '银行流水 ' || l.serial_no || ' 仍记在已退回或冲正的缴费 ' || p.pay_no || ' 上' from bank_line l join payment p on p.payment_id = l.payment_id where p.pay_status in ('returned', 'reversed')`,
  sql`select '待认领款项 ' || s.serial_no || ' 已认领，却没有对应的缴费' from suspense_item s join bank_line l on l.line_id = s.line_id
    where s.suspense_status = 'claimed' and (s.payment_id is null or l.payment_id is distinct from s.payment_id)`,
  sql`select '待认领款项 ' || s.serial_no || ' 为 ' || s.amount || ' 分，银行流水为 ' || l.amount || ' 分' from suspense_item s join bank_line l on l.line_id = s.line_id where s.amount <> l.amount`,
  sql`select '待认领款项 ' || s.serial_no || ' 不再属于会费缴费，其银行流水却已入账' from suspense_item s join bank_line l on l.line_id = s.line_id where s.suspense_status <> 'claimed' and l.payment_id is not null`,
  // A correction downwards may find no payment without an invoice; what was given back or moved to another has found one.
  sql`select '会员 ' || m.member_no || ' 从余额退还或转出 ' || x.gone || ' 分，记在缴费上的 ' || x.laid || ' 分'
    from (select e.member_id, greatest(gone_out(e.member_id), 0) as gone, greatest(coalesce(-sum(e.entry_amount) filter (where e.entry_type in ('refund', 'transfer')), 0), 0) as given,
        coalesce((select sum(p.refunded_amount) from payment p where p.member_id = e.member_id), 0) as laid from balance_entry e where e.payment_id is null group by e.member_id) x
    join member_public m on m.member_id = x.member_id where x.laid > x.gone or x.laid < least(x.gone, x.given)`,
]

/** Adds parts of another area that rests on payments; each is a query of one text a row. */
export const alsoCheck = (parts: readonly RawBuilder<unknown>[]): void => void PARTS.push(...parts)

/** Compares all figures that are kept beside their rows with the rows; answers what differs, and how much was looked at. */
export async function differences(db: Db): Promise<{ members: number; bills: number; payments: number; differences: string[] }> {
  // One statement is one moment: an action that ends meanwhile is seen whole or not at all.
  const { rows } = await sql<{ members: number; bills: number; payments: number; differences: string[] | null }>`
    select (select count(*)::int from member_public) as members, (select count(*)::int from dues_bill) as bills, (select count(*)::int from payment) as payments,
      (select array_agg(text) from (select text from (${sql.join(PARTS, sql` union all `)}) p order by text limit ${TOLD}) t) as differences`.execute(db)
  const [found] = rows
  return { members: found?.members ?? 0, bills: found?.bills ?? 0, payments: found?.payments ?? 0, differences: found?.differences ?? [] }
}
