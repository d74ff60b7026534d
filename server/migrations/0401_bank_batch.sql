-- A statement that was read and waits to be confirmed. Whose it is sees it, and nobody else.
create table bank_batch (
  batch_id bigint generated always as identity primary key,
  file_name text not null,
  -- Titles of the file, and the rows that cannot be read as [{row, message, cells}].
  header jsonb not null,
  problems jsonb not null,
  total int not null,
  batch_status text not null default 'open' check (batch_status in ('open', 'confirmed')),
  create_by bigint not null references sys_user,
  create_time timestamptz not null default now(),
  confirm_time timestamptz
);
create index bank_batch_owner on bank_batch (create_by, batch_status, batch_id);
create index bank_batch_time on bank_batch (create_time);

create table bank_batch_line (
  batch_id bigint not null references bank_batch on delete cascade,
  row_no int not null,
  account text not null,
  serial_no text not null,
  trade_time timestamptz not null,
  payer_name text not null,
  amount bigint not null check (amount > 0),
  purpose text,
  plan text not null check (plan in ('dues', 'match', 'suspense', 'known')),
  reason text not null check (reason in ('name', 'written', 'nobody', 'several', 'taken', 'read', 'twice')),
  member_id bigint references member,
  -- The purpose speaks of another business than dues.
  about_other boolean not null,
  -- Left out of the booking: by a person, or because of its purpose.
  held boolean not null default false,
  shown_plan text not null generated always as (case when held then 'suspense' else plan end) stored,
  primary key (batch_id, row_no),
  constraint bank_batch_line_member check ((member_id is not null) = (plan in ('dues', 'match'))),
  constraint bank_batch_line_held check (not held or plan in ('dues', 'match'))
);
create index bank_batch_line_member on bank_batch_line (member_id) where member_id is not null;
