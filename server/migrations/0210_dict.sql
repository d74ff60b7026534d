-- Dictionaries: values that staff keep themselves.
create table dict (
  dict_id bigint generated always as identity primary key,
  dict_code text not null,
  dict_name text not null,
  remark text,
  built_in boolean not null default false,
  dict_status text not null default 'enabled' check (dict_status in ('enabled', 'disabled')),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(dict_code) || text_grams(dict_name)) stored,
  constraint dict_code_unique unique (dict_code),
  constraint dict_name_unique unique (dict_name)
);
create index dict_order_name on dict (dict_name, dict_id);
create index dict_order_code on dict (dict_code, dict_id);
create index dict_grams on dict using gin (search_grams) with (fastupdate = off);

create table dict_item (
  dict_item_id bigint generated always as identity primary key,
  dict_id bigint not null references dict on delete cascade,
  item_value text not null,
  item_label text not null,
  sort_no int not null default 0,
  remark text,
  item_status text not null default 'enabled' check (item_status in ('enabled', 'disabled')),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(item_value) || text_grams(item_label)) stored,
  constraint dict_item_value_unique unique (dict_id, item_value)
);
create index dict_item_order on dict_item (dict_id, sort_no, dict_item_id);
create index dict_item_order_all on dict_item (sort_no, dict_item_id);
create index dict_item_value on dict_item (item_value, dict_item_id);
create index dict_item_grams on dict_item using gin (search_grams) with (fastupdate = off);
