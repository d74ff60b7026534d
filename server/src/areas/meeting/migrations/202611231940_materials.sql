-- Documents and slides of meetings.

create table meeting_material (
  material_id bigint generated always as identity primary key,
  meet_id bigint not null references meeting,
  material_name text not null,
  file jsonb not null,
  open_scope text not null check (open_scope in ('open', 'member', 'attendee', 'internal')),
  opened int not null default 0,
  -- The meeting's department: who sees its meetings sees their materials.
  dept_id bigint not null references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(material_name)) stored
);
create unique index meeting_material_name_unique on meeting_material (meet_id, material_name);
create index meeting_material_time on meeting_material (create_time, material_id);
create index meeting_material_time_desc on meeting_material (create_time desc nulls last, material_id desc);
create index meeting_material_meet_time on meeting_material (meet_id, create_time desc, material_id desc);
create index meeting_material_scope on meeting_material (open_scope, create_time desc, material_id desc);
create index meeting_material_dept on meeting_material (dept_id, create_time desc, material_id desc);
create index meeting_material_maker on meeting_material (create_by, create_time desc, material_id desc);
create index meeting_material_grams on meeting_material using gin (search_grams) with (fastupdate = off);
