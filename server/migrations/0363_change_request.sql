-- A change of one field of a record that somebody asks for. Texts stand here as people may read them, masked where the field is
-- personal; what is compared and written by passing is kept beside them.
create table change_request (
  change_id bigint generated always as identity primary key,
  change_no text not null,
  target_type text not null,
  target_id bigint not null,
  target_name text not null,
  field_name text not null,
  field_label text not null,
  old_text text,
  new_value text not null,
  new_text text,
  kept_old text,
  kept_new text,
  proof_files jsonb not null default '[]',
  remark text,
  change_status text not null default 'pending' check (change_status in ('pending', 'passed', 'rejected', 'withdrawn')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(change_no) || text_grams(target_name)) stored,
  constraint change_request_no_unique unique (change_no)
);
create unique index change_request_open_unique on change_request (target_type, target_id, field_name) where change_status = 'pending';
create index change_request_no_order on change_request (change_no, change_id);
create index change_request_no_desc on change_request (change_no desc nulls last, change_id desc);
create index change_request_update on change_request (update_time, change_id);
create index change_request_update_desc on change_request (update_time desc nulls last, change_id desc);
create index change_request_status on change_request (change_status, target_type, change_id);
create index change_request_grams on change_request using gin (search_grams) with (fastupdate = off);
