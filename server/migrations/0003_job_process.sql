-- Processes that do jobs, with the names of their workers. One that has not been seen for a while is dead:
-- the jobs it held are given to the others.
create table job_process (
  process_id uuid primary key,
  worker_ids text[] not null default '{}',
  seen_time timestamptz not null default now()
);
