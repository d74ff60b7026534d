-- What experts state of themselves each year by a form; approved, it is written to the pool.

create table expert_statement (
  statement_id bigint generated always as identity primary key,
  expert_id bigint not null references expert,
  statement_year int not null check (statement_year between 2000 and 2100),
  task_id bigint not null constraint expert_statement_task unique references form_task,
  answer_id bigint not null constraint expert_statement_answer unique references form_answer,
  -- When it was written to the pool; null before.
  applied_time timestamptz,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  constraint expert_statement_once unique (expert_id, statement_year)
);
create index expert_statement_year on expert_statement (statement_year, statement_id);
create index expert_statement_year_desc on expert_statement (statement_year desc nulls last, statement_id desc);
create index expert_statement_dept on expert_statement (dept_id, statement_year desc nulls last, statement_id desc);
create index expert_statement_maker on expert_statement (create_by, statement_year desc nulls last, statement_id desc);

alter table expert
  add column availability text check (availability in ('full', 'limited', 'none')),
  -- Works that they can review in a month.
  add column work_capacity int check (work_capacity between 0 and 100),
  add column statement_year int;
