-- Requests to erase all that is known of one person, and what was erased. Neither names anybody once it is carried out.
create table personal_request (
  request_id bigint generated always as identity primary key,
  request_no text not null constraint personal_request_no_unique unique,
  record_type text not null,
  record_id bigint not null,
  subject text not null,
  own boolean not null default false,
  reason text not null,
  request_status text not null default 'pending' check (request_status in ('pending', 'done', 'rejected', 'withdrawn')),
  create_by bigint not null references sys_user,
  create_time timestamptz not null default now(),
  decide_by bigint references sys_user,
  decide_time timestamptz,
  decide_reason text,
  acted_by text[] not null default '{}',
  version int not null default 1,
  constraint personal_request_two check (request_status <> 'done' or (decide_by is not null and decide_by <> create_by))
);
create unique index personal_request_pending on personal_request (record_type, record_id) where request_status = 'pending';
create index personal_request_created on personal_request (create_time, request_id);
create index personal_request_created_desc on personal_request (create_time desc nulls last, request_id desc);
create index personal_request_status on personal_request (request_status, create_time desc nulls last, request_id desc);
create index personal_request_type on personal_request (record_type, create_time desc nulls last, request_id desc);
create index personal_request_by on personal_request (create_by);

create table erasure (
  erasure_id bigint generated always as identity primary key,
  erasure_no text not null constraint erasure_no_unique unique,
  cause text not null check (cause in ('request', 'refused')),
  request_id bigint references personal_request,
  records text not null,
  -- Tables and ids of the records that were erased: by them it is done again after a backup from before is restored.
  refs jsonb not null,
  lines jsonb not null,
  erased_rows int not null,
  kept_rows int not null,
  file_count int not null,
  erase_by bigint references sys_user,
  erase_time timestamptz not null default now()
);
create index erasure_time on erasure (erase_time, erasure_id);
create index erasure_time_desc on erasure (erase_time desc nulls last, erasure_id desc);
create index erasure_cause on erasure (cause, erase_time desc nulls last, erasure_id desc);
