-- Named views of lists: filters, order and columns, kept for their owner and, where she shares them, for others.
create table saved_view (
  view_id bigint generated always as identity primary key,
  user_id bigint not null references sys_user,
  list text not null,
  title text not null,
  search text not null,
  columns jsonb not null default '{}',
  share_with text not null default 'none' check (share_with in ('none', 'dept', 'all')),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint saved_view_title unique (user_id, list, title)
);
create index saved_view_shared on saved_view (list, share_with) where share_with <> 'none';

insert into saved_view (user_id, list, title, search, columns)
select p.user_id, substr(p.key, 7), left(v ->> 'name', 20), v ->> 'search', coalesce(v -> 'columns', '{}')
from preference p, jsonb_array_elements(case jsonb_typeof(p.value) when 'array' then p.value else '[]' end) v
where p.key like 'views/%' and v ->> 'name' <> '' and v ->> 'search' is not null
on conflict do nothing;
delete from preference where key like 'views/%';
