-- Sign-in by a provider (OpenID Connect): what is under way between the console, the browser and the provider.
create table sign_on_flow (
  state_hash bytea primary key,
  cookie_hash bytea not null,
  nonce text not null,
  -- Sealed.
  verifier text not null,
  reback text,
  expire_time timestamptz not null
);
create index sign_on_flow_expire on sign_on_flow (expire_time);

-- Somebody whom the provider has named, until the login page of the same browser takes the session.
create table sign_on_arrival (
  token_hash bytea primary key,
  user_id bigint not null references sys_user on delete cascade,
  login_name text not null,
  -- Sealed.
  id_token text,
  expire_time timestamptz not null
);
create index sign_on_arrival_expire on sign_on_arrival (expire_time);
create index sign_on_arrival_user on sign_on_arrival (user_id);
