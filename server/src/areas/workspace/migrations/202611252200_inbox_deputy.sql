-- Who decides in the inbox of somebody who is away, and copies of requests for colleagues.
create table inbox_deputy (
  deputy_id bigint generated always as identity primary key,
  user_id bigint not null references sys_user on delete cascade,
  deputy_user_id bigint not null references sys_user on delete cascade,
  from_time timestamptz not null,
  to_time timestamptz not null,
  kinds text[] not null default '{}',
  reason text,
  end_time timestamptz,
  create_by bigint references sys_user on delete set null,
  create_time timestamptz not null default now(),
  constraint inbox_deputy_other check (user_id <> deputy_user_id),
  constraint inbox_deputy_time check (to_time > from_time and to_time <= from_time + interval '91 days')
);
comment on table inbox_deputy is 'who decides for somebody who is away; kinds: all when empty; end_time: ended before its time';
create index inbox_deputy_user on inbox_deputy (user_id, to_time desc);
create index inbox_deputy_deputy on inbox_deputy (deputy_user_id, to_time desc);
create index inbox_deputy_to on inbox_deputy (to_time, deputy_id);
create index inbox_deputy_to_desc on inbox_deputy (to_time desc nulls last, deputy_id desc);
create index inbox_deputy_create_by on inbox_deputy (create_by);

create table record_copy (
  copy_id bigint generated always as identity primary key,
  record_type text not null,
  record_id bigint not null,
  user_id bigint not null references sys_user on delete cascade,
  create_by bigint references sys_user on delete set null,
  create_time timestamptz not null default now(),
  read_time timestamptz,
  constraint record_copy_unique unique (record_type, record_id, user_id)
);
comment on table record_copy is 'requests that colleagues have sent somebody a copy of';
create index record_copy_user on record_copy (user_id, copy_id);
create index record_copy_create_by on record_copy (create_by);
