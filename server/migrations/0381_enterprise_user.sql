create table enterprise_user (
  enterprise_id bigint generated always as identity primary key,
  applicant_name text not null,
  mobile text not null,
  company_id bigint not null references company,
  credit_code text not null,
  post_type text not null,
  auth_letter jsonb not null,
  license_file jsonb not null,
  remark text,
  certify_status text not null default 'pending' check (certify_status in ('pending', 'certified', 'rejected', 'cancelled')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(applicant_name)) stored
);
create unique index enterprise_user_open_unique on enterprise_user (company_id, mobile) where certify_status in ('pending', 'certified');
create index enterprise_user_company on enterprise_user (company_id, enterprise_id);
create index enterprise_user_update on enterprise_user (update_time, enterprise_id);
create index enterprise_user_update_desc on enterprise_user (update_time desc nulls last, enterprise_id desc);
create index enterprise_user_status on enterprise_user (certify_status, post_type, enterprise_id);
create index enterprise_user_post on enterprise_user (post_type, enterprise_id);
create index enterprise_user_grams on enterprise_user using gin (search_grams) with (fastupdate = off);
