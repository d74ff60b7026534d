-- People of members whom services are open to, up to a day. One mobile stands once.
create table exclusive_user (
  exclusive_id bigint generated always as identity primary key,
  member_id bigint not null references member,
  name text not null,
  mobile text not null,
  post_name text,
  valid_to date,
  remark text,
  exclusive_status text not null default 'normal' check (exclusive_status in ('normal', 'disabled', 'expired')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(name)) stored,
  constraint exclusive_user_mobile_unique unique (mobile)
);
create index exclusive_user_member on exclusive_user (member_id, exclusive_id);
create index exclusive_user_update on exclusive_user (update_time, exclusive_id);
create index exclusive_user_update_desc on exclusive_user (update_time desc nulls last, exclusive_id desc);
create index exclusive_user_valid on exclusive_user (valid_to, exclusive_id);
create index exclusive_user_valid_desc on exclusive_user (valid_to desc nulls last, exclusive_id desc);
create index exclusive_user_status on exclusive_user (exclusive_status, valid_to, exclusive_id);
create index exclusive_user_grams on exclusive_user using gin (search_grams) with (fastupdate = off);
