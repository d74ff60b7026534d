-- Recipients that somebody keeps under a name: how they are found, never who they were.
create table message_audience (
  audience_id bigint generated always as identity primary key,
  audience_name text not null,
  sharing text not null default 'self' check (sharing in ('self', 'dept', 'all')),
  remark text,
  audience jsonb not null,
  -- The same in words, as the list shows it.
  summary text not null,
  dept_id bigint references dept,
  create_by bigint references sys_user,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(audience_name)) stored,
  constraint message_audience_name_unique unique (create_by, audience_name)
);
create index message_audience_shared on message_audience (sharing, dept_id, audience_id);
create index message_audience_dept on message_audience (dept_id) where dept_id is not null;
create index message_audience_name on message_audience (audience_name, audience_id);
create index message_audience_update on message_audience (update_time, audience_id);
create index message_audience_grams on message_audience using gin (search_grams) with (fastupdate = off);
