-- Runs of the named maintenance jobs.
create table maintenance_run (
  run_id bigint generated always as identity primary key,
  job_code text not null,
  run_status text not null default 'queued' check (run_status in ('queued', 'running', 'done', 'failed', 'skipped')),
  user_id bigint not null,
  user_name text not null,
  reason text not null,
  rows_touched bigint,
  result text,
  create_time timestamptz not null default now(),
  start_time timestamptz,
  finish_time timestamptz
);
create index maintenance_run_time on maintenance_run (create_time desc nulls last, run_id desc);
create index maintenance_run_time_up on maintenance_run (create_time, run_id);
create index maintenance_run_job on maintenance_run (job_code, create_time desc nulls last, run_id desc);
create index maintenance_run_status on maintenance_run (run_status, create_time desc nulls last, run_id desc);
