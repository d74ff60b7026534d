-- __title__.
create table __table__ (
  __snake___id bigint generated always as identity primary key,
  __snake___name text not null,
  remark text,
  -- Name and initials, as a keyword is compared with them.
  search_text text not null default '',
  search_grams text[] generated always as (text_grams(search_text)) stored,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint __table___name_unique unique (__snake___name)
);
-- One index for each order that the list offers: descending ones put empty values last.
create index __table___sort_name on __table__ (__snake___name, __snake___id);
create index __table___sort_name_desc on __table__ (__snake___name desc nulls last, __snake___id desc);
create index __table___sort_update on __table__ (update_time, __snake___id);
create index __table___sort_update_desc on __table__ (update_time desc nulls last, __snake___id desc);
create index __table___grams on __table__ using gin (search_grams) with (fastupdate = off);
-- Data scope.
create index __table___dept on __table__ (dept_id);
create index __table___create_by on __table__ (create_by);
