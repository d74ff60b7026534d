-- Business numbers: one row a kind and period, counted up under its row lock in the transaction that uses the number, so
-- that none is given twice. A transaction that is taken back gives its number back with it.
create table number_sequence (
  kind text not null,
  period text not null,
  last int not null,
  primary key (kind, period)
);

create table member_category (
  category_id bigint generated always as identity primary key,
  category_name text not null,
  category_level int not null,
  council_role text not null default 'none',
  vote_right boolean not null default true,
  quota int not null default 0 check (quota >= 0),
  remark text,
  category_status text not null default 'enabled' check (category_status in ('enabled', 'disabled')),
  version int not null default 1,
  constraint member_category_name_unique unique (category_name)
);
create index member_category_order on member_category (category_level, category_id);

-- People at companies. Writing may carry a mobile in plain text; it is masked wherever it is shown.
create table contact (
  contact_id bigint generated always as identity primary key,
  company_id bigint not null references company,
  name text not null,
  gender text not null default 'unknown',
  post_type text not null,
  post_name text,
  mobile text not null,
  telephone text,
  email text,
  start_date date,
  end_date date,
  is_primary boolean not null default false,
  sms_opt_out boolean not null default false,
  email_opt_out boolean not null default false,
  consent_date date,
  remark text,
  contact_status text not null default 'pending' check (contact_status in ('pending', 'serving', 'left', 'refused')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(name)) stored,
  constraint contact_dates check (end_date is null or start_date is null or end_date >= start_date)
);
create unique index contact_serving_unique on contact (company_id, post_type, mobile) where contact_status = 'serving';
create unique index contact_chairman_unique on contact (company_id, post_type) where contact_status = 'serving' and post_type in ('chairman', 'secretary');
create unique index contact_primary_unique on contact (company_id) where contact_status = 'serving' and is_primary;
create index contact_company on contact (company_id, contact_id);
create index contact_update on contact (update_time, contact_id);
create index contact_update_desc on contact (update_time desc nulls last, contact_id desc);
create index contact_start on contact (start_date, contact_id);
create index contact_start_desc on contact (start_date desc nulls last, contact_id desc);
create index contact_mobile on contact (mobile);
create index contact_post on contact (post_type, contact_status, contact_id);
create index contact_grams on contact using gin (search_grams) with (fastupdate = off);

create table member (
  member_id bigint generated always as identity primary key,
  member_no text not null,
  member_kind text not null default 'company' check (member_kind in ('company', 'person')),
  company_id bigint not null references company,
  category_id bigint not null references member_category,
  founder_flag boolean not null default false,
  join_date date not null,
  cert_no text,
  representative_id bigint references contact,
  liaison_id bigint references contact,
  member_status text not null default 'normal'
    check (member_status in ('normal', 'suspended', 'leaving', 'left', 'expelled', 'lapsed')),
  remark text,
  -- Kept by the ledger of fees: the sum of the member's balance entries, and the closed years without a payment.
  balance bigint not null default 0 check (balance >= 0),
  arrears_years int not null default 0,
  deleted boolean not null default false,
  delete_time timestamptz,
  delete_by bigint,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint member_no_unique unique (member_no)
);
-- One membership that stands per company; whoever has left may come back as a new member.
create unique index member_standing_unique on member (company_id) where not deleted and member_status in ('normal', 'suspended', 'leaving');
create unique index member_cert_unique on member (cert_no) where not deleted and cert_no is not null;
create index member_company on member (company_id);
create index member_order_no on member (member_no, member_id) where not deleted;
create index member_order_join on member (join_date, member_id) where not deleted;
create index member_order_update on member (update_time, member_id) where not deleted;
create index member_order_update_desc on member (update_time desc nulls last, member_id desc) where not deleted;
create index member_order_join_desc on member (join_date desc nulls last, member_id desc) where not deleted;
create index member_filter on member (member_status, category_id, arrears_years, member_id) where not deleted;
create index member_category_used on member (category_id) where not deleted;
create index member_bin on member (delete_time desc nulls last, member_id desc) where deleted;

create table join_apply (
  apply_id bigint generated always as identity primary key,
  apply_no text not null,
  company_name text not null,
  credit_code text not null,
  apply_category_id bigint not null references member_category,
  applicant_name text not null,
  applicant_mobile text not null,
  approve_meeting text,
  approve_date date,
  remark text,
  apply_status text not null default 'draft'
    check (apply_status in ('draft', 'firstReview', 'returned', 'secondReview', 'approval', 'approved', 'rejected', 'withdrawn')),
  first_reviewer_id bigint,
  second_reviewer_id bigint,
  member_id bigint references member,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(apply_no) || text_grams(company_name) || text_grams(credit_code)) stored,
  constraint join_apply_no_unique unique (apply_no)
);
create unique index join_apply_open_unique on join_apply (credit_code)
  where apply_status in ('draft', 'firstReview', 'returned', 'secondReview', 'approval');
create index join_apply_order_no on join_apply (apply_no, apply_id);
create index join_apply_order_update on join_apply (update_time, apply_id);
create index join_apply_order_update_desc on join_apply (update_time desc nulls last, apply_id desc);
create index join_apply_status on join_apply (apply_status, update_time, apply_id);
create index join_apply_grams on join_apply using gin (search_grams) with (fastupdate = off);

create table member_withdraw (
  withdraw_id bigint generated always as identity primary key,
  member_id bigint not null references member,
  withdraw_type text not null check (withdraw_type in ('voluntary', 'expelled', 'lapsed', 'dissolved')),
  reason text not null,
  cert_returned boolean not null default false,
  decision_no text,
  remark text,
  withdraw_status text not null default 'pending' check (withdraw_status in ('pending', 'review', 'ended', 'cancelled')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1
);
create unique index member_withdraw_open_unique on member_withdraw (member_id) where withdraw_status in ('pending', 'review');
create index member_withdraw_member on member_withdraw (member_id);
create index member_withdraw_order on member_withdraw (update_time desc nulls last, withdraw_id desc);
create index member_withdraw_status on member_withdraw (withdraw_status, withdraw_type, withdraw_id);
