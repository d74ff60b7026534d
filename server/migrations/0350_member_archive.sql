create table member_archive (
  archive_id bigint generated always as identity primary key,
  archive_no text not null,
  member_id bigint not null references member,
  archive_type text not null,
  title text not null,
  papers jsonb not null,
  retention text not null check (retention in ('permanent', 'thirty', 'ten')),
  remark text,
  archive_date date,
  asked_by bigint,
  archive_status text not null default 'pending' check (archive_status in ('pending', 'archived', 'lent', 'destroying', 'destroyed')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(archive_no) || text_grams(title)) stored,
  constraint member_archive_no_unique unique (archive_no)
);
create index member_archive_member on member_archive (member_id, archive_id);
create index member_archive_no_order on member_archive (archive_no, archive_id);
create index member_archive_no_desc on member_archive (archive_no desc nulls last, archive_id desc);
create index member_archive_update on member_archive (update_time, archive_id);
create index member_archive_update_desc on member_archive (update_time desc nulls last, archive_id desc);
create index member_archive_status on member_archive (archive_status, archive_type, archive_id);
create index member_archive_grams on member_archive using gin (search_grams) with (fastupdate = off);
