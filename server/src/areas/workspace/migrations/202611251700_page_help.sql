-- Help of a page, written by staff in its place.
create table page_help (
  menu_link text primary key check (length(menu_link) <= 80),
  content jsonb,
  version integer not null default 1,
  update_by bigint references sys_user on delete set null,
  update_time timestamptz not null default now()
);
comment on table page_help is 'help of a page; taken away where content is null';
