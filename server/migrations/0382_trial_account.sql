create table trial_account (
  trial_id bigint generated always as identity primary key,
  account_name text not null,
  org_name text not null,
  applicant_name text not null,
  mobile text not null,
  menu_ids bigint[] not null,
  start_date date not null,
  end_date date not null,
  extended boolean not null default false,
  remark text,
  -- The account and its own role, from the opening on.
  user_id bigint references sys_user,
  role_id bigint references role on delete set null,
  trial_status text not null default 'pending' check (trial_status in ('pending', 'running', 'ended', 'disabled', 'turned', 'rejected')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(account_name) || text_grams(org_name) || text_grams(applicant_name)) stored,
  constraint trial_account_dates check (end_date >= start_date)
);
-- A name that was refused may be asked for again.
create unique index trial_account_name_unique on trial_account (lower(account_name)) where trial_status <> 'rejected';
create unique index trial_account_mobile_unique on trial_account (mobile) where trial_status in ('pending', 'running', 'disabled');
create index trial_account_end on trial_account (end_date, trial_id) include (trial_status);
create index trial_account_end_desc on trial_account (end_date desc nulls last, trial_id desc);
create index trial_account_update on trial_account (update_time, trial_id);
create index trial_account_update_desc on trial_account (update_time desc nulls last, trial_id desc);
create index trial_account_status on trial_account (trial_status, trial_id);
create index trial_account_grams on trial_account using gin (search_grams) with (fastupdate = off);
