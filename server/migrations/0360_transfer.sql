-- A membership that goes over to another company, jurisdiction or category. What stood before and what was left is kept when it
-- takes effect, with the versions: it can be undone while both are as they were left.
create table member_transfer (
  transfer_id bigint generated always as identity primary key,
  member_id bigint not null references member,
  transfer_type text not null check (transfer_type in ('succession', 'jurisdiction', 'category')),
  to_company_id bigint references company,
  to_jurisdiction text,
  to_category_id bigint references member_category,
  effective_date date not null,
  carry_balance boolean not null default false,
  proof_files jsonb not null default '[]',
  remark text,
  from_text text not null default '',
  to_text text not null default '',
  state_before jsonb,
  state_after jsonb,
  member_version int,
  company_version int,
  approve_by bigint,
  transfer_status text not null default 'draft'
    check (transfer_status in ('draft', 'pending', 'returned', 'approved', 'effective', 'rejected', 'withdrawn', 'undone')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint member_transfer_target check (
    (transfer_type = 'succession') = (to_company_id is not null)
    and (transfer_type = 'jurisdiction') = (to_jurisdiction is not null)
    and (transfer_type = 'category') = (to_category_id is not null))
);
create unique index member_transfer_open_unique on member_transfer (member_id) where transfer_status in ('draft', 'pending', 'returned', 'approved');
create index member_transfer_member on member_transfer (member_id, transfer_id);
create index member_transfer_company on member_transfer (to_company_id) where to_company_id is not null;
create index member_transfer_due on member_transfer (effective_date) where transfer_status = 'approved';
create index member_transfer_update on member_transfer (update_time, transfer_id);
create index member_transfer_update_desc on member_transfer (update_time desc nulls last, transfer_id desc);
create index member_transfer_date on member_transfer (effective_date, transfer_id);
create index member_transfer_date_desc on member_transfer (effective_date desc nulls last, transfer_id desc);
create index member_transfer_status on member_transfer (transfer_status, transfer_type, transfer_id);
