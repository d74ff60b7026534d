create table report_user (
  report_user_id bigint generated always as identity primary key,
  user_id bigint not null references sys_user,
  report_types text[] not null,
  company_ids bigint[] not null,
  valid_to date,
  remark text,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint report_user_unique unique (user_id)
);
create index report_user_valid on report_user (valid_to, report_user_id);
create index report_user_valid_desc on report_user (valid_to desc nulls last, report_user_id desc);
create index report_user_update on report_user (update_time, report_user_id);
create index report_user_update_desc on report_user (update_time desc nulls last, report_user_id desc);
create index report_user_types on report_user using gin (report_types) with (fastupdate = off);
create index report_user_companies on report_user using gin (company_ids) with (fastupdate = off);
