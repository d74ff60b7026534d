-- Files of records: those that no record took, or that one has let go of, are found and removed by the hourly house keeping.
alter table file_object add column update_time timestamptz not null default now();
create index file_object_left on file_object (owner_type, create_time) where owner_type in ('draft', 'removed');
