-- Taking somebody's second factor away by two administrators: one asks, another one confirms within a day.
create table second_factor_reset (
  reset_id bigint generated always as identity primary key,
  user_id bigint not null references sys_user on delete cascade,
  reason text not null,
  reset_status text not null default 'pending' check (reset_status in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
  ask_by bigint not null references sys_user,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null default now() + interval '24 hours',
  decide_by bigint references sys_user,
  decide_time timestamptz,
  decide_reason text,
  version int not null default 1,
  -- Nobody confirms what they asked for or what is about themselves.
  constraint second_factor_reset_two check (reset_status <> 'approved' or (decide_by is not null and decide_by <> ask_by and decide_by <> user_id and ask_by <> user_id))
);
create unique index second_factor_reset_pending on second_factor_reset (user_id) where reset_status = 'pending';
create index second_factor_reset_created on second_factor_reset (create_time, reset_id);
create index second_factor_reset_created_desc on second_factor_reset (create_time desc nulls last, reset_id desc);
create index second_factor_reset_status on second_factor_reset (reset_status, create_time desc nulls last, reset_id desc);
create index second_factor_reset_user on second_factor_reset (user_id);
