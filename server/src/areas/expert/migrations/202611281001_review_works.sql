-- Works of a batch are rows of their own in lists; files of works have copies without properties for experts who may not know whose they are.

alter table review_item add column create_time timestamptz not null default now();
alter table review_item add column update_time timestamptz not null default now();
alter table review_item add column version int not null default 1;
alter table review_item add column search_grams text[] generated always as (text_grams(title)) stored;
create index review_item_number on review_item (item_no, item_id);
create index review_item_number_desc on review_item (item_no desc nulls last, item_id desc);
create index review_item_batch on review_item (batch_id, item_no, item_id);
create index review_item_batch_desc on review_item (batch_id, item_no desc nulls last, item_id desc);
create index review_item_grams on review_item using gin (search_grams) with (fastupdate = off);

-- Authors stand in rows alone, so that a merger of companies and an erasure find them; their numbers masked, as they are shown.
alter table review_work drop column authors;
alter table review_work_author add column mobile text;
alter table review_work_author add column id_card text;
-- A key of one column: a merger of companies takes authors along by it.
alter table review_work_author drop constraint review_work_author_pkey;
alter table review_work_author add column author_id bigint generated always as identity primary key;
alter table review_work_author add constraint review_work_author_position_unique unique (work_id, position);
create index review_work_author_name on review_work_author (name);

create table review_work_file (
  work_id bigint not null references review_work on delete cascade,
  -- The file as it was uploaded, and its copy without properties.
  file_id bigint not null references file_object,
  blind_file_id bigint not null references file_object,
  position int not null,
  primary key (work_id, file_id)
);

create index review_recusal_item on review_recusal (item_id, expert_id);
create index review_recusal_type on review_recusal (recuse_type, update_time desc nulls last, recusal_id desc);
create index review_recusal_source on review_recusal (recuse_source, update_time desc nulls last, recusal_id desc);
create index review_assignment_confirm on review_assignment (confirm_by) where assign_status = 'waiting';

create index review_batch_stage on review_batch (review_stage, update_time desc nulls last, batch_id desc);
