-- What every area stands on: sessions, throttles, idempotency, audit, outbox, files, work, desk.
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- Secrets and facts of this installation; made at first start, never shipped.
create table installation (
  key text primary key,
  value text not null
);

create table session (
  session_id bigint generated always as identity primary key,
  user_id bigint not null,
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  login_ip text not null,
  device text not null,
  create_time timestamptz not null default now(),
  last_seen_time timestamptz not null default now(),
  expire_time timestamptz not null,
  end_time timestamptz,
  end_reason text
);
create index session_live_user on session (user_id) where end_time is null;
create index session_live_seen on session (last_seen_time desc) where end_time is null;

-- One row a throttled thing: account at an address, address, number that codes are sent to.
create table throttle (
  key text primary key,
  count int not null,
  window_start timestamptz not null,
  locked_until timestamptz
);

create table slider_challenge (
  challenge_id text primary key,
  answer int not null,
  address text not null,
  create_time timestamptz not null default now(),
  ticket_hash bytea unique,
  used boolean not null default false
);

create table verification_code (
  code_id bigint generated always as identity primary key,
  target text not null,
  purpose text not null,
  code_hash bytea not null,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null,
  tries int not null default 0,
  used_time timestamptz
);
create index verification_code_target on verification_code (target, purpose, code_id desc);

create table idempotency (
  user_id bigint not null,
  path text not null,
  key text not null,
  body_hash bytea not null,
  response text,
  create_time timestamptz not null default now(),
  primary key (user_id, path, key)
);
create index idempotency_age on idempotency (create_time);

-- Append-only. Rows are written in the change's own transaction and sealed later in batches.
create table audit_log (
  audit_id bigint generated always as identity primary key,
  time timestamptz not null default now(),
  user_id bigint,
  user_name text not null default '',
  ip text not null default '',
  request_id text not null default '',
  path text not null default '',
  title text not null,
  record_type text,
  record_id bigint,
  verb text,
  reason text,
  before jsonb,
  after jsonb,
  code text not null default '000000'
);
create index audit_log_record on audit_log (record_type, record_id, audit_id desc);
create index audit_log_user on audit_log (user_id, audit_id desc);

create table audit_seal (
  seal_id bigint generated always as identity primary key,
  up_to_id bigint not null,
  row_count int not null,
  -- Ids sealed out of order, because their transaction ended late.
  ids bigint[] not null,
  previous_hash bytea not null,
  hash bytea not null,
  time timestamptz not null default now()
);
create table audit_sealed (audit_id bigint primary key);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are append-only', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();

-- Mail and SMS wait here; sending is a job that the same transaction queues.
create table outbox (
  outbox_id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  content text not null,
  outbox_status text not null default 'queued'
    check (outbox_status in ('queued', 'sending', 'sent', 'failed', 'kept', 'unknown')),
  attempts int not null default 0,
  error_message text,
  create_time timestamptz not null default now(),
  sent_time timestamptz
);
create index outbox_time on outbox (create_time desc, outbox_id desc);
create index outbox_status_time on outbox (outbox_status, create_time desc);

create table file_object (
  file_id bigint generated always as identity primary key,
  -- Random name under which the store keeps the bytes.
  store_key text not null unique,
  file_name text not null,
  content_type text not null,
  file_size bigint not null,
  sha256 text not null,
  owner_type text not null,
  owner_id bigint,
  create_by bigint,
  create_time timestamptz not null default now()
);

create table work (
  work_id bigint generated always as identity primary key,
  user_id bigint not null,
  kind text not null,
  title text not null,
  work_status text not null default 'queued'
    check (work_status in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  input jsonb not null,
  done_rows int not null default 0,
  total_rows int not null default 0,
  file_id bigint references file_object,
  error_message text,
  create_time timestamptz not null default now(),
  finish_time timestamptz
);
create index work_user on work (user_id, work_id desc);

create table notification (
  notification_id bigint generated always as identity primary key,
  user_id bigint not null,
  title text not null,
  content text not null default '',
  link text not null default '',
  read_time timestamptz,
  create_time timestamptz not null default now()
);
create index notification_user on notification (user_id, notification_id desc);
create index notification_unread on notification (user_id) where read_time is null;

create table preference (
  user_id bigint not null,
  key text not null,
  value jsonb not null,
  primary key (user_id, key)
);

create table draft (
  user_id bigint not null,
  key text not null,
  content jsonb not null,
  saved_time timestamptz not null default now(),
  primary key (user_id, key)
);
