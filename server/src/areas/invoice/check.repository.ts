import { sql } from 'kysely'
import { alsoCheck } from '../fee/api'

// What the hourly check of the ledger asks of invoices: no payment bears more than it brought, and what an application takes, what
// was written for it and what was set right agree. Amounts in 分.
alsoCheck([
  sql`select '缴费 ' || p.pay_no || ' 已开票或申请开票 ' || p.invoiced_amount || ' 分，开票明细合计 ' || coalesce(x.sum, 0) || ' 分'
    from payment_public p left join (select payment_id, sum(amount - freed) as sum from invoice_payment group by payment_id) x on x.payment_id = p.payment_id
    where p.invoiced_amount <> coalesce(x.sum, 0)`,
  sql`select '缴费 ' || p.pay_no || ' 的开票金额超过实收' from payment_public p join (select payment_id, sum(amount - freed) as sum from invoice_payment group by payment_id) x on x.payment_id = p.payment_id
    where x.sum > case when p.pay_status = 'settled' and p.channel <> 'balance' then p.amount - p.refunded_amount else 0 end`,
  sql`select '开票申请 ' || a.apply_no || ' 应占用缴费 ' || x.due || ' 分，开票明细合计 ' || x.taken || ' 分'
    from (select apply_id, case when invoice_status in ('returned', 'withdrawn') then 0 else amount - freed_amount end as due,
        coalesce((select sum(p.amount - p.freed) from invoice_payment p where p.apply_id = q.apply_id), 0) as taken from invoice_apply q where biz_type = 'dues') x
    join invoice_apply a on a.apply_id = x.apply_id where x.due <> x.taken`,
  sql`select '开票申请 ' || a.apply_no || ' 占用了其他会员的缴费 ' || p.pay_no from invoice_payment x join invoice_apply a on a.apply_id = x.apply_id
    join payment_public p on p.payment_id = x.payment_id where p.member_id <> a.member_id`,
  sql`select '开票申请 ' || a.apply_no || ' 的状态与票据不符' from invoice_apply a left join invoice i on i.apply_id = a.apply_id and i.blue_id is null
    where (a.invoice_status in ('issued', 'reversed')) <> (i.invoice_id is not null) or i.amount <> a.amount or (a.invoice_status = 'reversed') <> coalesce(i.red_amount = i.amount, false)`,
  sql`select '开票申请 ' || a.apply_no || ' 因红冲退回 ' || a.freed_amount || ' 分，票据已红冲 ' || coalesce(i.red_amount, 0) || ' 分'
    from invoice_apply a left join invoice i on i.apply_id = a.apply_id and i.blue_id is null where a.freed_amount <> coalesce(i.red_amount, 0)`,
  sql`select '票据 ' || i.invoice_no || ' 已红冲 ' || i.red_amount || ' 分，红字票据合计 ' || coalesce(r.sum, 0) || ' 分'
    from invoice i left join (select blue_id, -sum(amount) as sum from invoice where blue_id is not null group by blue_id) r on r.blue_id = i.invoice_id
    where i.blue_id is null and i.red_amount <> coalesce(r.sum, 0)`,
  sql`select '票据 ' || i.invoice_no || ' 的状态与红冲金额不符' from invoice i
    where i.blue_id is null and ((i.ticket_status = 'red') <> (i.red_amount = i.amount) or i.ticket_status = 'partRed' and i.red_amount = 0)`,
  sql`select '红字确认单 ' || c.confirm_no || ' 的状态与红字票据不符' from red_confirm c left join invoice r on r.red_id = c.red_id
    where (c.red_status = 'done') <> (r.invoice_id is not null) or r.amount <> -c.red_amount or r.blue_id <> c.invoice_id`,
  sql`select '票据 ' || i.invoice_no || ' 是否红冲中与红字确认单不符' from invoice i
    where i.blue_id is null and (i.ticket_status = 'redPending') <> exists (select 1 from red_confirm c where c.invoice_id = i.invoice_id and c.red_status in ('review', 'waiting', 'confirmed', 'issuing'))`,
])
