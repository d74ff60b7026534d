-- Workbooks that came back in one zip, and what became of each: a row is settled in the transaction that takes its file.

create table form_return (
  return_id bigint generated always as identity primary key,
  round_id bigint not null references form_round,
  work_id bigint not null,
  file_id bigint not null,
  return_mode text not null check (return_mode in ('draft', 'submit')),
  create_by bigint not null,
  create_time timestamptz not null default now(),
  constraint form_return_work unique (work_id)
);
create index form_return_round on form_return (round_id);
create table form_return_file (
  return_id bigint not null references form_return on delete cascade,
  entry_no int not null,
  file_name text not null,
  return_result text not null default 'waiting' check (return_result in ('waiting', 'taken', 'doubtful', 'refused')),
  reason text,
  answer_id bigint references form_answer,
  change_count int not null default 0,
  primary key (return_id, entry_no)
);
create index form_return_file_answer on form_return_file (answer_id) where answer_id is not null;
