-- Exchanges (visits, tours, salons) and who applies for them.

create table study_exchange (
  exchange_id bigint generated always as identity primary key,
  exchange_name text not null,
  exchange_type text not null check (exchange_type in ('visit', 'domestic', 'abroad', 'salon')),
  host_unit text not null,
  place text not null,
  start_date date not null,
  end_date date not null,
  apply_end timestamptz,
  quota int not null check (quota > 0),
  per_company_limit int not null check (per_company_limit >= 0),
  fee_amount bigint not null check (fee_amount >= 0),
  credit_hours numeric(4, 1) not null check (credit_hours >= 0),
  contact_name text,
  contact_phone text,
  intro text,
  summary_file jsonb not null default '[]',
  exchange_status text not null default 'draft'
    check (exchange_status in ('draft', 'pending', 'returned', 'open', 'full', 'running', 'ended', 'summarized', 'cancelled')),
  dept_id bigint references dept,
  acted_by text[] not null default '{}',
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(exchange_name) || text_grams(place) || text_grams(host_unit)) stored,
  constraint study_exchange_days check (end_date >= start_date)
);
create index study_exchange_start on study_exchange (start_date, exchange_id);
create index study_exchange_start_desc on study_exchange (start_date desc nulls last, exchange_id desc);
create index study_exchange_update on study_exchange (update_time, exchange_id);
create index study_exchange_update_desc on study_exchange (update_time desc nulls last, exchange_id desc);
create index study_exchange_status on study_exchange (exchange_status, start_date desc nulls last, exchange_id desc);
create index study_exchange_type on study_exchange (exchange_type, start_date desc nulls last, exchange_id desc);
create index study_exchange_dept on study_exchange (dept_id, start_date desc nulls last, exchange_id desc);
create index study_exchange_maker on study_exchange (create_by, start_date desc nulls last, exchange_id desc);
create index study_exchange_grams on study_exchange using gin (search_grams) with (fastupdate = off);

create table exchange_apply (
  apply_id bigint generated always as identity primary key,
  exchange_id bigint not null references study_exchange,
  company_id bigint references company,
  unit_name text,
  name text not null,
  post_name text not null,
  mobile text not null,
  email text,
  -- Masked; what it was is encrypted beside it. All three are gone when the exchange is summarized.
  passport_no text,
  passport_sealed text,
  passport_print text,
  insure_flag boolean not null,
  remark text,
  apply_status text not null default 'pending' check (apply_status in ('pending', 'approved', 'waiting', 'refused', 'cancelled', 'attended', 'absent')),
  audit_opinion text,
  -- Since when it waits; the order of the waiting list.
  wait_since timestamptz,
  exchange_cancelled boolean not null default false,
  told boolean not null default false,
  -- The exchange's department: who sees its exchanges sees who applies for them.
  dept_id bigint references dept,
  acted_by text[] not null default '{}',
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(name) || text_grams(coalesce(unit_name, ''))) stored,
  constraint exchange_apply_unit check (company_id is not null or unit_name is not null)
);
-- Who cancelled may apply again.
create unique index exchange_apply_mobile_unique on exchange_apply (exchange_id, mobile) where apply_status <> 'cancelled';
create index exchange_apply_places on exchange_apply (exchange_id, apply_status, company_id);
create index exchange_apply_waiting on exchange_apply (exchange_id, wait_since, apply_id) where apply_status = 'waiting';
create index exchange_apply_untold on exchange_apply (exchange_id) where exchange_cancelled and not told;
create index exchange_apply_time on exchange_apply (create_time, apply_id);
create index exchange_apply_time_desc on exchange_apply (create_time desc nulls last, apply_id desc);
create index exchange_apply_exchange on exchange_apply (exchange_id, create_time desc nulls last, apply_id desc);
create index exchange_apply_company on exchange_apply (company_id, create_time desc nulls last, apply_id desc);
create index exchange_apply_status_time on exchange_apply (apply_status, create_time desc nulls last, apply_id desc);
create index exchange_apply_mobile on exchange_apply (mobile);
create index exchange_apply_dept on exchange_apply (dept_id, create_time desc nulls last, apply_id desc);
create index exchange_apply_maker on exchange_apply (create_by, create_time desc nulls last, apply_id desc);
create index exchange_apply_grams on exchange_apply using gin (search_grams) with (fastupdate = off);
