-- Companies, and the stock lists that are read into them.
create table company (
  company_id bigint generated always as identity primary key,
  company_name text not null,
  short_name text not null,
  -- Names are sorted by it: the order of code points means nothing to a reader of Chinese.
  short_pinyin text not null default '',
  company_type text not null,
  stock_code text,
  -- Codes that the company had before, newest first, with commas between (all Beijing codes changed in 2025).
  old_stock_code text,
  exchange text,
  board text,
  -- Null only for a company that came from a stock list, which has none; the form asks for it.
  credit_code text,
  list_date date,
  -- Ten-thousands of shares.
  total_shares numeric(16, 4) check (total_shares >= 0),
  jurisdiction text,
  csrc_industry text,
  legal_rep text,
  reg_address text,
  office_address text,
  company_phone text,
  company_email text,
  controller_type text,
  list_status text not null default 'unlisted'
    check (list_status in ('unlisted', 'normal', 'warned', 'suspended', 'delisting', 'delisted')),
  remark text,
  -- What a keyword of three or more characters is looked for in, after the grams have narrowed it down.
  search_text text not null default '',
  deleted boolean not null default false,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_by bigint,
  update_time timestamptz not null default now(),
  version int not null default 1
) with (parallel_workers = 0);

-- A deleted company gives its codes back.
create unique index company_credit_code_unique on company (credit_code) where not deleted;
create unique index company_stock_code_unique on company (stock_code, coalesce(exchange, '')) where not deleted and stock_code is not null;
create index company_old_stock_code on company using gin (string_to_array(old_stock_code, ',')) where not deleted and old_stock_code is not null;
create index company_short_name on company (short_name) where not deleted;

-- Every order of the list carries all filter and scope columns, so that any filter under any order is read from the
-- index alone, at worst all of it (15 ms over 100,000 companies); the page's twenty rows are fetched by id. Empty values
-- stand last both ways, which one index read backwards cannot give: hence two for the columns that may be empty.
create index company_sort_code on company (stock_code, company_id)
  include (company_type, list_status, board, jurisdiction, list_date, dept_id, create_by) where not deleted;
create index company_sort_code_desc on company (stock_code desc nulls last, company_id desc)
  include (company_type, list_status, board, jurisdiction, list_date, dept_id, create_by) where not deleted;
create index company_sort_date on company (list_date, company_id)
  include (company_type, list_status, board, jurisdiction, dept_id, create_by) where not deleted;
create index company_sort_date_desc on company (list_date desc nulls last, company_id desc)
  include (company_type, list_status, board, jurisdiction, dept_id, create_by) where not deleted;
create index company_sort_name on company (short_pinyin, company_id)
  include (company_type, list_status, board, jurisdiction, list_date, dept_id, create_by) where not deleted;
create index company_sort_update on company (update_time, company_id)
  include (company_type, list_status, board, jurisdiction, list_date, dept_id, create_by) where not deleted;
-- Counts: all filter and scope columns as keys, few distinct combinations, hence a sixth of the size of the above.
create index company_count on company (company_type, list_status, board, jurisdiction, list_date, dept_id, create_by) where not deleted;

-- Search: which companies hold which character or pair of neighbours. A table, not an array with a GIN index: a GIN
-- index is never read alone, so counting a pair that 60,000 of 100,000 companies hold visits every page of companies
-- (95 ms), while this primary key answers it by itself (5 ms). It holds companies that are not deleted, no others.
-- It has no foreign key: thirty look-ups a company would be the greater part of writing one.
create table company_gram (
  gram text not null,
  company_id bigint not null,
  primary key (gram, company_id)
) with (parallel_workers = 0);
-- Common and rare grams want different plans: the planner has to know them apart.
alter table company_gram alter column gram set statistics 2000;

-- A stock list that was read: what it would do, and what was done.
create table stock_list_batch (
  batch_id bigint generated always as identity primary key,
  file_name text not null,
  batch_status text not null default 'checked'
    check (batch_status in ('checked', 'importing', 'done', 'partly', 'cancelled')),
  -- Titles as they stand in the file, for the file of refused rows.
  header text[] not null,
  total_rows int not null,
  written_rows int not null default 0,
  create_by bigint not null,
  create_time timestamptz not null default now(),
  confirm_time timestamptz
);
create index stock_list_batch_create on stock_list_batch (create_by, batch_id desc);

create table stock_list_row (
  row_id bigint generated always as identity primary key,
  batch_id bigint not null references stock_list_batch on delete cascade,
  row_no int not null,
  board_text text,
  stock_code text,
  short_name text,
  company_name text,
  list_date date,
  -- Shares, not ten-thousands: as the exchange says it.
  total_shares numeric(16, 0),
  industry_text text,
  match_result text not null
    check (match_result in ('insert', 'update', 'same', 'codeChange', 'conflict', 'invalid')),
  error_message text,
  row_status text not null default 'pending' check (row_status in ('pending', 'written', 'ignored')),
  company_id bigint references company,
  cells jsonb not null,
  constraint stock_list_row_no unique (batch_id, row_no)
);
create index stock_list_row_result on stock_list_row (batch_id, match_result, row_no);
create index stock_list_row_company on stock_list_row (company_id) where company_id is not null;
