-- Messengers of the work place: who is bound to whom there, the ways under way, and what is sent.
create table im_binding (
  user_id bigint not null references sys_user on delete cascade,
  kind text not null check (kind in ('wecom', 'dingtalk', 'feishu')),
  external_id text not null,
  address text not null,
  shown_name text not null,
  bind_time timestamptz not null default now(),
  last_used_time timestamptz,
  -- What the person was last told of their to-dos, by label.
  told jsonb not null default '{}',
  primary key (user_id, kind),
  unique (kind, external_id)
);

create table im_flow (
  state_hash bytea primary key,
  cookie_hash bytea not null,
  kind text not null,
  -- Sealed.
  verifier text not null,
  -- Of somebody who binds: the session that asked for it. Null of a sign-in.
  session_id bigint references session on delete cascade,
  reback text,
  expire_time timestamptz not null
);
create index im_flow_expire on im_flow (expire_time);
create index im_flow_session on im_flow (session_id);

-- An account of a messenger that came to a browser and is bound to nobody.
create table im_offer (
  token_hash bytea primary key,
  kind text not null,
  external_id text not null,
  address text not null,
  shown_name text not null,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null
);
create index im_offer_expire on im_offer (expire_time);

create table im_message (
  im_message_id bigint generated always as identity primary key,
  user_id bigint not null references sys_user on delete cascade,
  kind text not null,
  title text not null,
  content text not null,
  link text not null,
  message_status text not null default 'waiting' check (message_status in ('waiting', 'sent', 'failed')),
  error_message text,
  create_time timestamptz not null default now(),
  end_time timestamptz
);
create index im_message_user on im_message (user_id);
create index im_message_time on im_message (create_time);

alter table sign_on_arrival add column login_way text not null default 'oidc' check (login_way in ('oidc', 'wecom', 'dingtalk', 'feishu'));
alter table login_log drop constraint login_log_login_way_check;
alter table login_log add constraint login_log_login_way_check check (login_way in ('password', 'code', 'oidc', 'handOver', 'wecom', 'dingtalk', 'feishu'));
