-- What moves a balance other than payments: one asks, another decides. Amounts are whole 分.
create table balance_request (
  request_id bigint generated always as identity primary key,
  request_no text not null,
  request_type text not null check (request_type in ('adjustment', 'transfer', 'refund')),
  member_id bigint not null references member,
  direction text check (direction in ('increase', 'decrease')),
  to_member_id bigint references member,
  amount bigint not null check (amount > 0),
  payee_name text,
  payee_bank text,
  -- Masked; the number itself is sealed.
  payee_account text,
  payee_account_sealed text,
  payee_account_print text,
  reason text not null,
  basis jsonb not null default '[]',
  request_status text not null default 'pending' check (request_status in ('pending', 'released', 'done', 'rejected', 'withdrawn', 'undone')),
  bank_serial text,
  paid_date date,
  decide_by bigint,
  decide_time timestamptz,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint balance_request_no_unique unique (request_no),
  constraint balance_request_kind check ((request_type = 'adjustment') = (direction is not null) and (request_type = 'transfer') = (to_member_id is not null)),
  constraint balance_request_other check (to_member_id <> member_id),
  constraint balance_request_paid check (request_type <> 'refund' or request_status <> 'done' or bank_serial is not null)
);
-- Money that the bank paid out is noted once.
create unique index balance_request_serial_unique on balance_request (bank_serial) where bank_serial is not null;
create index balance_request_no_order on balance_request (request_no, request_id);
create index balance_request_no_desc on balance_request (request_no desc nulls last, request_id desc);
create index balance_request_update on balance_request (update_time, request_id);
create index balance_request_update_desc on balance_request (update_time desc nulls last, request_id desc);
create index balance_request_status on balance_request (request_status, request_type, request_id);
create index balance_request_type on balance_request (request_type, request_id);
create index balance_request_member on balance_request (member_id, request_id);
create index balance_request_to on balance_request (to_member_id, request_id) where to_member_id is not null;

-- Money that is to go out is taken off the balance while its request is open, and put back when it is not carried out.
alter table balance_entry drop constraint balance_entry_entry_type_check,
  add constraint balance_entry_entry_type_check check (entry_type in ('deposit', 'use', 'refund', 'reversal', 'adjustment', 'transfer', 'hold'));
