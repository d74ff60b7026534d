-- The second factor at sign-in (RFC 6238). Secrets are sealed with the data key, codes and tokens are stored as prints.
create table second_factor (
  user_id bigint primary key references sys_user on delete cascade,
  secret text not null,
  -- The last time step whose code was accepted: none at or before it is accepted again.
  last_step bigint not null default 0,
  create_time timestamptz not null default now(),
  -- Null while the person has not proven that the authenticator shows the right codes.
  confirm_time timestamptz
);

create table recovery_code (
  user_id bigint not null references second_factor on delete cascade,
  print text not null,
  used_time timestamptz,
  primary key (user_id, print)
);

create table trusted_device (
  device_id bigint generated always as identity primary key,
  user_id bigint not null references sys_user on delete cascade,
  token_hash bytea not null unique,
  device text not null,
  ip text not null,
  create_time timestamptz not null default now(),
  last_used_time timestamptz not null default now(),
  expire_time timestamptz not null
);
create index trusted_device_user on trusted_device (user_id);
create index trusted_device_expire on trusted_device (expire_time);

-- Between the right password and the session.
create table login_challenge (
  challenge_id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  cookie_hash bytea not null,
  user_id bigint not null references sys_user on delete cascade,
  kind text not null check (kind in ('verify', 'enrol')),
  login_way text not null,
  login_name text not null,
  tries_key text,
  -- Of an enrolment.
  secret text,
  -- Of a sign-in by the provider: its ID token, for signing out there.
  id_token text,
  tries int not null default 0,
  expire_time timestamptz not null,
  used_time timestamptz
);
create index login_challenge_expire on login_challenge (expire_time);
create index login_challenge_user on login_challenge (user_id);

alter table login_log drop constraint login_log_login_way_check;
alter table login_log add constraint login_log_login_way_check check (login_way in ('password', 'code', 'oidc'));

-- A session that was opened by the provider: nobody has typed a password, and signing out ends it there too.
create table session_sign_on (
  session_id bigint primary key references session on delete cascade,
  id_token text
);
