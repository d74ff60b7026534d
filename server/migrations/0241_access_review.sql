-- Reviews of who holds sensitive permits. Lines are a snapshot: they keep the names that stood there.
create table access_review (
  review_id bigint generated always as identity primary key,
  title text not null,
  review_date date not null,
  remark text,
  review_status text not null default 'open' check (review_status in ('open', 'signedOff')),
  create_by bigint,
  create_time timestamptz not null default now(),
  signed_by bigint,
  signed_time timestamptz,
  version int not null default 1,
  search_grams text[] generated always as (text_grams(title)) stored,
  constraint access_review_date_unique unique (review_date)
);
create index access_review_order_title on access_review (title, review_id);
create index access_review_order_title_desc on access_review (title desc nulls last, review_id desc);
create index access_review_order_date on access_review (review_date, review_id);
create index access_review_order_date_desc on access_review (review_date desc nulls last, review_id desc);
create index access_review_grams on access_review using gin (search_grams) with (fastupdate = off);

create table access_review_line (
  line_id bigint generated always as identity primary key,
  review_id bigint not null references access_review on delete cascade,
  user_id bigint not null references sys_user,
  dept_id bigint,
  role_id bigint not null,
  real_name text not null,
  login_name text not null,
  dept_name text,
  role_name text not null,
  expires_at timestamptz,
  sensitive_count int not null,
  sensitive_permits text not null,
  decision text not null default 'pending' check (decision in ('pending', 'confirmed', 'takenBack')),
  decided_by bigint,
  decided_time timestamptz,
  decision_reason text,
  version int not null default 1,
  search_grams text[] generated always as (text_grams(real_name) || text_grams(login_name) || text_grams(role_name)) stored,
  constraint access_review_line_unique unique (review_id, user_id, role_id),
  -- Nobody reviews herself.
  constraint access_review_line_other check (decided_by <> user_id)
);
create index access_review_line_name on access_review_line (review_id, real_name, line_id);
create index access_review_line_name_desc on access_review_line (review_id, real_name desc nulls last, line_id desc);
create index access_review_line_role on access_review_line (review_id, role_name, line_id);
create index access_review_line_role_desc on access_review_line (review_id, role_name desc nulls last, line_id desc);
create index access_review_line_name_all on access_review_line (real_name, line_id);
create index access_review_line_decision on access_review_line (review_id, decision);
create index access_review_line_user on access_review_line (user_id);
create index access_review_line_grams on access_review_line using gin (search_grams) with (fastupdate = off);
