-- Names that a company had before, a line each, newest first; it is found by them like by its old codes.
alter table company add column former_names text;

-- What became of a company. Names stand here as they were then. `kept` is what was written and moved: it can be put back while
-- all of it is as the deed left it. The other company of a merger is deleted, that of a split is the new one.
create table company_change (
  change_id bigint generated always as identity primary key,
  company_id bigint not null references company,
  other_id bigint references company,
  change_kind text not null check (change_kind in ('rename', 'merge', 'split')),
  company_name text not null,
  other_name text,
  summary text not null,
  effective_date date not null,
  reason text not null,
  kept jsonb not null,
  reshape_status text not null default 'done' check (reshape_status in ('done', 'undone')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  version int not null default 1
);
create index company_change_company on company_change (company_id, change_id);
create index company_change_other on company_change (other_id, change_id) where other_id is not null;
create index company_change_time on company_change (create_time, change_id);
create index company_change_time_desc on company_change (create_time desc nulls last, change_id desc);
