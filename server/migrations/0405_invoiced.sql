-- What of a payment tickets are asked for or written, and what of it went out of the balance again, stand on the payment: together
-- they never exceed it, and nothing but a settled payment from outside bears them.
alter table payment
  add column invoiced_amount bigint not null default 0,
  add column refunded_amount bigint not null default 0;

update payment p set invoiced_amount = x.sum
from (select payment_id, sum(amount - freed) as sum from invoice_payment group by payment_id) x where x.payment_id = p.payment_id and x.sum <> 0;

-- What goes out is laid on the payments that brought the balance, the youngest first, and beyond these on what else bears no ticket.
create function lay_refund(member bigint, total bigint, without bigint default null) returns bigint language sql as $$
  with room as (
    select payment_id, pay_date, 1 as turn, greatest(least(amount - invoiced_amount - refunded_amount, balance_amount - refunded_amount), 0) as room
    from payment where member_id = member and pay_status = 'settled' and channel <> 'balance' and payment_id is distinct from without
    union all
    select payment_id, pay_date, 2, amount - invoiced_amount - refunded_amount - greatest(least(amount - invoiced_amount - refunded_amount, balance_amount - refunded_amount), 0)
    from payment where member_id = member and pay_status = 'settled' and channel <> 'balance' and payment_id is distinct from without
  ), part as (
    select payment_id, least(room, greatest(total - coalesce(sum(room) over (order by turn, pay_date desc, payment_id desc rows between unbounded preceding and 1 preceding), 0), 0)) as part
    from room where room > 0
  ), laid as (
    update payment p set refunded_amount = p.refunded_amount + x.sum
    from (select payment_id, sum(part)::bigint as sum from part where part > 0 group by payment_id) x where p.payment_id = x.payment_id returning x.sum
  )
  select coalesce(sum(sum), 0)::bigint from laid
$$;

-- What came back is taken off again, where it lies beyond the balance's own payments first.
create function lift_refund(member bigint, total bigint) returns void language sql as $$
  update payment p set refunded_amount = p.refunded_amount - x.part
  from (select payment_id, least(refunded_amount, greatest(total - coalesce(sum(refunded_amount) over (order by refunded_amount > balance_amount desc, pay_date, payment_id rows between unbounded preceding and 1 preceding), 0), 0)) as part
    from payment where member_id = member and refunded_amount > 0) x where p.payment_id = x.payment_id and x.part > 0
$$;

-- What went out of a member's balance otherwise than for bills, beyond what came in so; money that is only held has not gone.
create function gone_out(member bigint) returns bigint language sql stable as $$
  select coalesce(-sum(entry_amount), 0)::bigint from balance_entry where member_id = member and entry_type in ('refund', 'transfer', 'adjustment')
$$;

select lay_refund(member_id, gone_out(member_id)) from (select distinct member_id from balance_entry where entry_type in ('refund', 'adjustment')) e where gone_out(member_id) > 0;

alter table payment
  add constraint payment_invoiced_within check (invoiced_amount >= 0 and refunded_amount >= 0 and invoiced_amount + refunded_amount <= amount),
  add constraint payment_invoiced_settled check (pay_status = 'settled' and channel <> 'balance' or invoiced_amount = 0 and refunded_amount = 0);

-- Whoever writes a part of a payment, the payment counts it: two that saw the same room cannot both have it.
create function count_invoiced() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update payment set invoiced_amount = invoiced_amount - (old.amount - old.freed) where payment_id = old.payment_id;
  end if;
  if tg_op <> 'DELETE' then
    update payment set invoiced_amount = invoiced_amount + (new.amount - new.freed) where payment_id = new.payment_id;
  end if;
  return null;
end $$;
create trigger invoice_payment_counted after insert or update or delete on invoice_payment for each row execute function count_invoiced();

-- A dues receipt is no invoice of the tax authority: no confirmation of the other side, but a second person's word.
alter table red_confirm drop constraint red_confirm_red_status_check;
alter table red_confirm add constraint red_confirm_red_status_check
  check (red_status in ('review', 'waiting', 'confirmed', 'issuing', 'done', 'refused', 'expired', 'withdrawn'));
alter table red_confirm drop constraint red_confirm_red_reason_check;
alter table red_confirm add constraint red_confirm_red_reason_check check (red_reason in ('wrong', 'returned', 'stopped', 'allowance', 'feeBack'));
drop index red_confirm_open_unique;
create unique index red_confirm_open_unique on red_confirm (invoice_id) where red_status in ('review', 'waiting', 'confirmed', 'issuing');
update red_confirm r set red_status = 'review', confirm_deadline = null, used_flag = false, initiator = 'seller'
from invoice i where i.invoice_id = r.invoice_id and i.ticket_type = 'dues' and r.red_status in ('waiting', 'confirmed');
