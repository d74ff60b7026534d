alter table sys_system add column version int not null default 1;
alter table sys_system add constraint sys_system_name_unique unique (system_name);

-- The systems with ids as all records have them.
create view console_system as select system_id::bigint as system_id, system_name, version from sys_system;
