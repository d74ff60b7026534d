-- Settings that staff keep: one row a group, such as the security policy. What has no row has its default.
create table setting (
  key text primary key,
  value jsonb not null,
  version int not null default 1,
  update_by bigint references sys_user,
  update_time timestamptz not null default now()
);
