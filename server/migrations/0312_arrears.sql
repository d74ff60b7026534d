-- Members that have paid nothing for years: one open case each, and the reminders that they got.
create table unpaid_case (
  case_id bigint generated always as identity primary key,
  member_id bigint not null references member,
  handle_status text not null default 'pending' check (handle_status in ('pending', 'dunning', 'paid', 'review', 'handled')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1
);
-- Two that bring the list up to date at once open no second case.
create unique index unpaid_case_open on unpaid_case (member_id) where handle_status in ('pending', 'dunning', 'review');
create index unpaid_case_member on unpaid_case (member_id, case_id);
create index unpaid_case_update on unpaid_case (update_time, case_id);
create index unpaid_case_update_desc on unpaid_case (update_time desc nulls last, case_id desc);
create index unpaid_case_status on unpaid_case (handle_status, case_id);

create table dunning (
  dunning_id bigint generated always as identity primary key,
  member_id bigint not null references member,
  dunning_way text not null check (dunning_way in ('sms', 'mail', 'phone', 'letter')),
  dunning_note text not null,
  unpaid_total bigint not null default 0,
  dept_id bigint references dept,
  create_by bigint,
  dunning_time timestamptz not null default now()
);
create index dunning_member on dunning (member_id, dunning_id);
create index dunning_time on dunning (dunning_time, dunning_id);
create index dunning_time_desc on dunning (dunning_time desc nulls last, dunning_id desc);
create index dunning_way on dunning (dunning_way, dunning_id);
