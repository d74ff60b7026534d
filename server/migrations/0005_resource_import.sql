-- Workbooks that were checked and wait to be written, or were: their rows with what is wrong with each.
create table resource_import (
  import_id bigint generated always as identity primary key,
  user_id bigint not null references sys_user,
  resource text not null,
  file_name text not null,
  header jsonb not null,
  rows jsonb not null,
  import_status text not null default 'checked' check (import_status in ('checked', 'written')),
  create_time timestamptz not null default now()
);
create index resource_import_time on resource_import (create_time);
