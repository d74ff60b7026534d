create table demand (
  demand_id bigint generated always as identity primary key,
  demand_no text not null,
  company_id bigint not null references company,
  demand_type text not null,
  professions text[] not null,
  demand_count int not null check (demand_count between 1 and 9),
  -- Ten-thousands of 元 a year.
  allowance numeric(8, 2),
  deadline date not null,
  description text not null,
  contact_name text not null,
  contact_mobile text not null,
  remark text,
  demand_status text not null default 'draft'
    check (demand_status in ('draft', 'pending', 'published', 'rejected', 'matched', 'closed', 'expired')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint demand_no_unique unique (demand_no)
);
create index demand_company on demand (company_id, demand_type);
create index demand_order_no on demand (demand_no, demand_id);
create index demand_order_no_desc on demand (demand_no desc nulls last, demand_id desc);
create index demand_deadline on demand (deadline, demand_id) include (demand_status);
create index demand_deadline_desc on demand (deadline desc nulls last, demand_id desc);
create index demand_update on demand (update_time, demand_id);
create index demand_update_desc on demand (update_time desc nulls last, demand_id desc);
create index demand_status on demand (demand_status, demand_type, demand_id);

create table company_report (
  report_id bigint generated always as identity primary key,
  company_id bigint not null references company,
  report_year int not null,
  report_type text not null,
  title text not null,
  paper jsonb not null,
  publish_date date,
  remark text,
  report_status text not null default 'draft' check (report_status in ('draft', 'pending', 'published', 'returned', 'withdrawn')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(title)) stored,
  constraint company_report_unique unique (company_id, report_year, report_type)
);
create index company_report_year on company_report (report_year, report_id);
create index company_report_year_desc on company_report (report_year desc nulls last, report_id desc);
create index company_report_publish on company_report (publish_date, report_id);
create index company_report_publish_desc on company_report (publish_date desc nulls last, report_id desc);
create index company_report_update on company_report (update_time, report_id);
create index company_report_update_desc on company_report (update_time desc nulls last, report_id desc);
create index company_report_status on company_report (report_status, report_type, report_id);
create index company_report_grams on company_report using gin (search_grams) with (fastupdate = off);
