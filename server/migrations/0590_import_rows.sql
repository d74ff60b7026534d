-- The rows of a workbook stand each for itself: 50,000 of them are read, tried and written part by part, by a work that may be stopped and
-- goes on after a crash where it was. `position` is the order in which they are written, `written` what a transaction has written of them.
create table resource_import_row (
  import_id bigint not null references resource_import on delete cascade,
  position int not null,
  row_no int not null,
  cells jsonb not null,
  fields jsonb,
  messages text[] not null default '{}',
  written boolean not null default false,
  primary key (import_id, position)
);
create index resource_import_row_bad on resource_import_row (import_id, row_no) where messages <> '{}';

insert into resource_import_row (import_id, position, row_no, cells, fields, messages)
select i.import_id, r.n, (r.row ->> 'row')::int, r.row -> 'cells', nullif(r.row -> 'fields', 'null'), array(select jsonb_array_elements_text(r.row -> 'messages'))
from resource_import i, jsonb_array_elements(i.rows) with ordinality as r (row, n);

alter table resource_import drop column rows;
alter table resource_import add column total int not null default 0;
alter table resource_import add column work_id bigint references work on delete set null;
update resource_import i set total = (select count(*) from resource_import_row r where r.import_id = i.import_id);
alter table resource_import drop constraint resource_import_import_status_check;
alter table resource_import add constraint resource_import_import_status_check check (import_status in ('checking', 'checked', 'writing', 'written'));
create index resource_import_work on resource_import (work_id) where work_id is not null;
