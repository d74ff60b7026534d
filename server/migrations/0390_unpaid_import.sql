-- Arrears of years before this console kept the bills: each row brings the bill of its member and year.
alter table dues_bill
  alter column standard_id drop not null,
  add column source text not null default 'run' check (source in ('run', 'imported')),
  -- A bill that the house made itself says by which standard.
  add constraint dues_bill_standard_known check (source = 'imported' or standard_id is not null);

create table unpaid_import (
  import_id bigint generated always as identity primary key,
  member_id bigint not null references member,
  bill_id bigint not null references dues_bill,
  -- As the file said it.
  member_no text,
  stock_code text,
  company_name text not null,
  credit_code text,
  import_year int not null,
  import_amount bigint not null check (import_amount > 0),
  remark text,
  -- Set when its bill is cancelled: the year may then be imported anew.
  cancelled boolean not null default false,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  constraint unpaid_import_bill_unique unique (bill_id)
);
create unique index unpaid_import_unique on unpaid_import (member_id, import_year) where not cancelled;
create index unpaid_import_member on unpaid_import (member_id, import_id);
create index unpaid_import_year on unpaid_import (import_year, import_id);
create index unpaid_import_year_desc on unpaid_import (import_year desc nulls last, import_id desc);
create index unpaid_import_amount on unpaid_import ((import_amount::float8), import_id);
create index unpaid_import_amount_desc on unpaid_import ((import_amount::float8) desc nulls last, import_id desc);
create index unpaid_import_time on unpaid_import (create_time, import_id);
create index unpaid_import_time_desc on unpaid_import (create_time desc nulls last, import_id desc);
