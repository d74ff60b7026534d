-- Tickets: to whom they are written, what is asked for, what was written, what was set right and what was sent. Amounts are whole 分.
alter table payment add column voucher jsonb not null default '[]';

create table invoice_head (
  head_id bigint generated always as identity primary key,
  member_id bigint not null references member,
  head_type text not null check (head_type in ('company', 'other')),
  title text not null,
  tax_no text,
  bank_name text,
  bank_account text,
  reg_address text,
  reg_phone text,
  receive_email text not null,
  receive_mobile text,
  is_default boolean not null default false,
  remark text,
  head_status text not null default 'enabled' check (head_status in ('enabled', 'disabled')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(title) || text_grams(coalesce(tax_no, ''))) stored
);
create unique index invoice_head_unique on invoice_head (member_id, title, coalesce(tax_no, ''));
create unique index invoice_head_default_unique on invoice_head (member_id) where is_default;
create index invoice_head_update on invoice_head (update_time, head_id);
create index invoice_head_update_desc on invoice_head (update_time desc nulls last, head_id desc);
create index invoice_head_status on invoice_head (head_status, head_type, head_id);
create index invoice_head_grams on invoice_head using gin (search_grams) with (fastupdate = off);

create table invoice_apply (
  apply_id bigint generated always as identity primary key,
  apply_no text not null,
  member_id bigint not null references member,
  biz_type text not null check (biz_type in ('dues', 'training', 'meeting', 'service', 'mall')),
  ticket_type text not null check (ticket_type in ('dues', 'normal', 'special')),
  head_id bigint not null references invoice_head,
  pay_ids bigint[] not null default '{}',
  received_serial text,
  received_date date,
  received_amount bigint,
  amount bigint not null check (amount > 0),
  tax_rate text,
  item_name text not null,
  remark text,
  -- The head as it stood when the ticket was asked for.
  title text not null,
  tax_no text,
  head_facts jsonb not null default '{}',
  -- What red tickets gave back of the amount.
  freed_amount bigint not null default 0,
  problem text,
  -- Until when one run alone speaks with the provider; a run that died lets go by the clock.
  run_until timestamptz,
  invoice_status text not null default 'pending'
    check (invoice_status in ('pending', 'returned', 'toIssue', 'issuing', 'issued', 'reversed', 'withdrawn')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(apply_no) || text_grams(title)) stored,
  constraint invoice_apply_no_unique unique (apply_no),
  constraint invoice_apply_freed check (freed_amount between 0 and amount)
);
create index invoice_apply_no_order on invoice_apply (apply_no, apply_id);
create index invoice_apply_no_desc on invoice_apply (apply_no desc nulls last, apply_id desc);
create index invoice_apply_amount on invoice_apply ((amount::float8), apply_id);
create index invoice_apply_amount_desc on invoice_apply ((amount::float8) desc nulls last, apply_id desc);
create index invoice_apply_update on invoice_apply (update_time, apply_id);
create index invoice_apply_update_desc on invoice_apply (update_time desc nulls last, apply_id desc);
create index invoice_apply_status on invoice_apply (invoice_status, apply_id);
create index invoice_apply_type on invoice_apply (biz_type, ticket_type, apply_id);
create index invoice_apply_ticket on invoice_apply (ticket_type, apply_id);
create index invoice_apply_member on invoice_apply (member_id, apply_id);
create index invoice_apply_head on invoice_apply (head_id);
create index invoice_apply_serial on invoice_apply (received_serial) where received_serial is not null;
create index invoice_apply_grams on invoice_apply using gin (search_grams) with (fastupdate = off);

-- What of a payment is asked for or written: the sum of amount less freed. Returned, withdrawn and red ones free theirs.
create table invoice_payment (
  apply_id bigint not null references invoice_apply,
  payment_id bigint not null references payment,
  amount bigint not null check (amount > 0),
  freed bigint not null default 0,
  primary key (apply_id, payment_id),
  constraint invoice_payment_freed check (freed between 0 and amount)
);
create index invoice_payment_payment on invoice_payment (payment_id);

create table invoice (
  invoice_id bigint generated always as identity primary key,
  invoice_no text not null,
  apply_id bigint not null references invoice_apply,
  -- Of a red ticket: the ticket that it sets right, and the confirmation behind it.
  blue_id bigint references invoice,
  red_id bigint,
  member_id bigint not null references member,
  biz_type text not null,
  ticket_type text not null,
  title text not null,
  tax_no text,
  item_name text not null,
  -- Below zero on a red ticket.
  amount bigint not null check (amount <> 0 and (amount < 0) = (blue_id is not null)),
  tax_amount bigint not null default 0,
  red_amount bigint not null default 0,
  issue_date date not null,
  papers jsonb not null default '[]',
  ticket_status text not null default 'issued' check (ticket_status in ('issued', 'sent', 'redPending', 'partRed', 'red')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(invoice_no) || text_grams(title)) stored,
  constraint invoice_no_unique unique (invoice_no),
  constraint invoice_red_within check (red_amount between 0 and greatest(amount, 0))
);
create unique index invoice_blue_unique on invoice (apply_id) where blue_id is null;
create unique index invoice_red_unique on invoice (red_id) where red_id is not null;
create index invoice_no_order on invoice (invoice_no, invoice_id);
create index invoice_no_desc on invoice (invoice_no desc nulls last, invoice_id desc);
create index invoice_amount on invoice ((amount::float8), invoice_id);
create index invoice_amount_desc on invoice ((amount::float8) desc nulls last, invoice_id desc);
create index invoice_date on invoice (issue_date, invoice_id);
create index invoice_date_desc on invoice (issue_date desc nulls last, invoice_id desc);
create index invoice_status on invoice (ticket_status, invoice_id);
create index invoice_type on invoice (biz_type, ticket_type, invoice_id);
create index invoice_ticket on invoice (ticket_type, invoice_id);
create index invoice_member on invoice (member_id, issue_date desc);
create index invoice_blue on invoice (blue_id) where blue_id is not null;
create index invoice_grams on invoice using gin (search_grams) with (fastupdate = off);

create table red_confirm (
  red_id bigint generated always as identity primary key,
  confirm_no text not null,
  invoice_id bigint not null references invoice,
  red_reason text not null check (red_reason in ('wrong', 'returned', 'stopped', 'allowance')),
  red_amount bigint not null check (red_amount > 0),
  used_flag boolean not null,
  initiator text not null check (initiator in ('seller', 'buyer')),
  remark text,
  confirm_deadline timestamptz,
  -- What the ticket was before, for when nothing comes of it.
  ticket_before text not null,
  problem text,
  run_until timestamptz,
  red_status text not null default 'waiting'
    check (red_status in ('waiting', 'confirmed', 'issuing', 'done', 'refused', 'expired', 'withdrawn')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint red_confirm_no_unique unique (confirm_no)
);
create unique index red_confirm_open_unique on red_confirm (invoice_id) where red_status in ('waiting', 'confirmed', 'issuing');
create index red_confirm_invoice on red_confirm (invoice_id);
create index red_confirm_deadline on red_confirm (confirm_deadline, red_id);
create index red_confirm_deadline_desc on red_confirm (confirm_deadline desc nulls last, red_id desc);
create index red_confirm_update on red_confirm (update_time, red_id);
create index red_confirm_update_desc on red_confirm (update_time desc nulls last, red_id desc);
create index red_confirm_status on red_confirm (red_status, red_id);
create index red_confirm_reason on red_confirm (red_reason, red_id);

create table invoice_send (
  send_id bigint generated always as identity primary key,
  invoice_id bigint not null references invoice,
  send_to text not null,
  remark text,
  tries int not null default 0,
  problem text,
  -- Since when a run has had the mail in its hands: committed before the mail server hears of it.
  claim_time timestamptz,
  send_time timestamptz,
  send_result text not null default 'waiting' check (send_result in ('waiting', 'sent', 'failed', 'unknown')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1
);
create unique index invoice_send_open_unique on invoice_send (invoice_id, send_to) where send_result = 'waiting';
create index invoice_send_invoice on invoice_send (invoice_id);
create index invoice_send_time on invoice_send (send_time, send_id);
create index invoice_send_time_desc on invoice_send (send_time desc nulls last, send_id desc);
create index invoice_send_update on invoice_send (update_time, send_id);
create index invoice_send_update_desc on invoice_send (update_time desc nulls last, send_id desc);
create index invoice_send_result on invoice_send (send_result, send_id);
create index invoice_send_grams on invoice_send using gin (text_grams(send_to)) with (fastupdate = off);

-- What the built-in provider has written. It stands for the other side: nothing but the provider reads it.
create table invoice_provider_record (
  record_id bigint generated always as identity primary key,
  request_no text not null,
  invoice_no text not null,
  issue_date date not null,
  amount bigint not null,
  facts jsonb not null,
  create_time timestamptz not null default now(),
  constraint invoice_provider_no_unique unique (invoice_no)
);
create index invoice_provider_request on invoice_provider_record (request_no);
