-- Signing in at meetings: sessions with their codes, who has signed in, and every try.

create table meeting_session (
  session_id bigint generated always as identity primary key,
  meet_id bigint not null references meeting,
  session_name text not null,
  sign_from timestamptz not null,
  late_from timestamptz,
  sign_to timestamptz not null,
  refresh_sec int not null check (refresh_sec = 0 or refresh_sec between 10 and 600),
  strict_sign_in boolean not null,
  gates text,
  -- What the codes are made from; nobody is told it.
  secret bytea not null,
  session_status text not null default 'planned' check (session_status in ('planned', 'opened', 'closed')),
  -- The meeting's department: who sees its meetings sees their sessions.
  dept_id bigint not null references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint meeting_session_times check (sign_to > sign_from),
  constraint meeting_session_name_unique unique (meet_id, session_name)
);
create index meeting_session_from on meeting_session (sign_from, session_id);
create index meeting_session_from_desc on meeting_session (sign_from desc nulls last, session_id desc);
create index meeting_session_update on meeting_session (update_time, session_id);
create index meeting_session_update_desc on meeting_session (update_time desc nulls last, session_id desc);
create index meeting_session_meet on meeting_session (meet_id, sign_from desc nulls last, session_id desc);
create index meeting_session_status on meeting_session (session_status, sign_from desc nulls last, session_id desc);
create index meeting_session_dept on meeting_session (dept_id, sign_from desc nulls last, session_id desc);
create index meeting_session_maker on meeting_session (create_by, sign_from desc nulls last, session_id desc);

-- Codes that were shown. Digits that are good at one time are one session's alone.
create table meeting_sign_code (
  session_id bigint not null references meeting_session on delete cascade,
  window_no bigint not null,
  digits text not null,
  hall text not null,
  good tstzrange not null,
  primary key (session_id, window_no),
  constraint meeting_sign_code_digits exclude using gist (digits with =, good with &&)
);
create index meeting_sign_code_digits_last on meeting_sign_code (digits, upper(good) desc);
create index meeting_sign_code_hall on meeting_sign_code (hall);
create index meeting_sign_code_end on meeting_sign_code (upper(good));

create table meeting_sign_in (
  sign_id bigint generated always as identity primary key,
  session_id bigint not null references meeting_session,
  register_id bigint not null references meeting_registration,
  sign_time timestamptz not null default clock_timestamp(),
  late boolean not null,
  forced boolean not null default false,
  way text not null check (way in ('code', 'digits', 'scan', 'staff', 'walkIn')),
  gate text,
  device bytea,
  operator_id bigint,
  revoked_time timestamptz,
  revoked_by bigint,
  revoke_reason text
);
create unique index meeting_sign_in_once on meeting_sign_in (session_id, register_id) where revoked_time is null;
create index meeting_sign_in_person on meeting_sign_in (register_id) where revoked_time is null;
create index meeting_sign_in_last on meeting_sign_in (session_id, sign_time desc) where revoked_time is null;
create index meeting_sign_in_device on meeting_sign_in (session_id, device) where device is not null;

-- Every try, only ever added to.
create table meeting_sign_log (
  log_id bigint generated always as identity primary key,
  session_id bigint references meeting_session,
  register_id bigint references meeting_registration,
  outcome text not null check (outcome in ('accepted', 'forced', 'duplicate', 'refused', 'revoked')),
  code text,
  reason text,
  way text not null,
  gate text,
  device bytea,
  operator_id bigint,
  nonce uuid,
  log_time timestamptz not null default clock_timestamp()
);
create unique index meeting_sign_log_nonce on meeting_sign_log (session_id, nonce) where nonce is not null;
create index meeting_sign_log_session on meeting_sign_log (session_id, log_time desc);

create table meeting_sign_counter (
  session_id bigint not null references meeting_session on delete cascade,
  counter_key uuid not null,
  gate text,
  user_id bigint not null,
  unsent int not null,
  last_contact timestamptz not null default now(),
  primary key (session_id, counter_key)
);

-- A number that is in the personal QR code: one higher, and the codes of before are worth nothing.
alter table meeting_registration add column qr_version int not null default 1;
