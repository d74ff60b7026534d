-- Papers that a business asks for.
create table data_item (
  data_item_id bigint generated always as identity primary key,
  item_name text not null,
  biz_type text not null check (biz_type in ('join', 'pool', 'declare', 'merchant')),
  required_flag boolean not null default false,
  file_exts text[] not null,
  max_size_mb int not null check (max_size_mb between 1 and 200),
  sort_no int not null default 0,
  remark text,
  data_item_status text not null default 'enabled' check (data_item_status in ('enabled', 'disabled')),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(item_name)) stored,
  constraint data_item_unique unique (biz_type, item_name)
);
create index data_item_order on data_item (sort_no, data_item_id);
create index data_item_name on data_item (item_name, data_item_id);
create index data_item_grams on data_item using gin (search_grams) with (fastupdate = off);

create table industry (
  industry_id bigint generated always as identity primary key,
  scheme text not null check (scheme in ('capco', 'sw2021', 'csrc2012')),
  industry_code text not null,
  industry_name text not null,
  parent_code text,
  remark text,
  version int not null default 1,
  search_grams text[] generated always as (text_grams(industry_code) || text_grams(industry_name)) stored,
  constraint industry_code_unique unique (scheme, industry_code)
);
create index industry_order on industry (industry_code, industry_id);
create index industry_name on industry (industry_name, industry_id);
create index industry_parent on industry (scheme, parent_code, industry_code);
create index industry_grams on industry using gin (search_grams) with (fastupdate = off);

create table indicator (
  indicator_id bigint generated always as identity primary key,
  indicator_code text not null,
  indicator_name text not null,
  unit text,
  value_type text not null check (value_type in ('number', 'percent', 'text', 'flag')),
  weight numeric(5, 2) check (weight between 0 and 100),
  remark text,
  indicator_status text not null default 'enabled' check (indicator_status in ('enabled', 'disabled')),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(indicator_code) || text_grams(indicator_name)) stored,
  -- Those below one parent share its code: ZB0101 lies below ZB01.
  parent_code text generated always as (case when length(indicator_code) > 4 then left(indicator_code, length(indicator_code) - 2) end) stored,
  constraint indicator_code_unique unique (indicator_code)
);
create index indicator_order on indicator (indicator_code, indicator_id);
create index indicator_name on indicator (indicator_name, indicator_id);
create index indicator_parent on indicator (parent_code) include (weight) where indicator_status = 'enabled';
create index indicator_grams on indicator using gin (search_grams) with (fastupdate = off);

create table contact_qr_code (
  qr_code_id bigint generated always as identity primary key,
  qr_title text not null,
  qr_scene text not null check (qr_scene in ('service', 'fee', 'meeting')),
  image jsonb not null,
  remark text,
  qr_status text not null default 'disabled' check (qr_status in ('enabled', 'disabled')),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(qr_title)) stored
);
create unique index contact_qr_code_in_use on contact_qr_code (qr_scene) where qr_status = 'enabled';
create index contact_qr_code_order on contact_qr_code (qr_title, qr_code_id);
create index contact_qr_code_grams on contact_qr_code using gin (search_grams) with (fastupdate = off);

-- Companies of an industry are counted beside its code.
create index company_industry on company (csrc_industry) where not deleted and csrc_industry is not null;
