-- Amounts are told and sorted as numbers: their indexes hold the value as it is asked for.
drop index fee_standard_amount, dues_bill_unpaid, dues_bill_unpaid_desc, payment_amount, payment_amount_desc, bank_line_amount, bank_line_amount_desc;
create index fee_standard_amount on fee_standard ((amount::float8), standard_id);
create index fee_standard_amount_desc on fee_standard ((amount::float8) desc nulls last, standard_id desc);
create index dues_bill_unpaid on dues_bill ((unpaid_amount::float8), bill_id);
create index dues_bill_unpaid_desc on dues_bill ((unpaid_amount::float8) desc nulls last, bill_id desc);
create index payment_amount on payment ((amount::float8), payment_id);
create index payment_amount_desc on payment ((amount::float8) desc nulls last, payment_id desc);
create index bank_line_amount on bank_line ((amount::float8), line_id);
create index bank_line_amount_desc on bank_line ((amount::float8) desc nulls last, line_id desc);
create index member_balance on member ((balance::float8), member_id) where not deleted;
create index member_balance_desc on member ((balance::float8) desc nulls last, member_id desc) where not deleted;
create index member_no_desc on member (member_no desc nulls last, member_id desc) where not deleted;
-- Bills bear the digits of the member's number, and people type these.
create index member_no_digits on member (regexp_replace(member_no, '\D', '', 'g')) where not deleted;
create index reduction_no_desc on reduction (reduce_no desc nulls last, reduction_id desc);

create index dues_bill_member on dues_bill (member_id, bill_year);

-- Money that comes in by bank is given to the member of exactly this name.
create index company_full_name on company (company_name) where not deleted;

-- What a person looks for among suspended money stands with it; lines of a statement never change.
alter table suspense_item
  add column serial_no text not null,
  add column payer_name text not null,
  add column trade_time timestamptz not null,
  add column search_grams text[] generated always as (text_grams(serial_no) || text_grams(payer_name)) stored;
create index suspense_time on suspense_item (trade_time, suspense_id);
create index suspense_time_desc on suspense_item (trade_time desc nulls last, suspense_id desc);
create index suspense_amount on suspense_item ((amount::float8), suspense_id);
create index suspense_amount_desc on suspense_item ((amount::float8) desc nulls last, suspense_id desc);
create index suspense_grams on suspense_item using gin (search_grams) with (fastupdate = off);
create index bank_line_payment on bank_line (payment_id) where payment_id is not null;
create index suspense_payment on suspense_item (payment_id) where payment_id is not null;

-- What the bill had been paid when the request was approved: money that came since keeps the approval from being revoked.
alter table reduction add column paid_before bigint;

-- Money that was booked to the wrong member is reversed and written down again under its own serial.
drop index payment_serial_unique;
create unique index payment_serial_unique on payment (channel, bank_serial) where bank_serial is not null and pay_status not in ('returned', 'reversed');
