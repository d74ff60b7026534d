-- Lines whose payment was given back or reversed kept pointing at it: their money stood nowhere. It waits again.
update bank_line l set payment_id = null, match_result = 'none', version = l.version + 1
from payment p where p.payment_id = l.payment_id and p.pay_status in ('returned', 'reversed');
-- One payment is the money of one line: of several the first keeps it.
update bank_line l set payment_id = null, match_result = 'none', version = l.version + 1
where exists (select 1 from bank_line f where f.payment_id = l.payment_id and f.line_id < l.line_id);
update suspense_item s set suspense_status = 'open', payment_id = null, version = s.version + 1
from bank_line l where l.line_id = s.line_id and l.payment_id is null and s.suspense_status = 'claimed';
insert into suspense_item (line_id, amount, serial_no, payer_name, trade_time, create_by, dept_id)
select line_id, amount, serial_no, payer_name, trade_time, create_by, dept_id from bank_line l
where payment_id is null and not exists (select 1 from suspense_item s where s.line_id = l.line_id) order by line_id;

drop index bank_line_payment;
create unique index bank_line_payment on bank_line (payment_id) where payment_id is not null;

-- Money that is no due, such as the fee of a training.
alter table suspense_item drop constraint suspense_item_suspense_status_check;
alter table suspense_item
  add constraint suspense_item_suspense_status_check check (suspense_status in ('open', 'claimed', 'returned', 'other')),
  add column business_type text check (business_type in ('training', 'meeting', 'service', 'material', 'other')),
  add column business_remark text,
  add constraint suspense_business check (suspense_status <> 'other' or business_type is not null);
