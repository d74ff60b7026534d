-- Fees. All amounts are whole 分. Rows of money are only ever added: what a bill has been paid, what a balance is and
-- what a payment went to are sums of rows, and the figures kept beside them for lists are checked against these sums.
create table fee_standard (
  standard_id bigint generated always as identity primary key,
  standard_name text not null,
  category_id bigint not null references member_category,
  -- Ten-thousands of shares; from is inside, to outside of the band. Both null: no band.
  share_from numeric(16, 4) check (share_from >= 0),
  share_to numeric(16, 4),
  amount bigint not null check (amount > 0),
  effective_year int not null,
  resolution_no text not null,
  resolution_date date not null,
  total_delegates int not null,
  present_delegates int not null,
  agree_votes int not null,
  publish_date date,
  remark text,
  standard_status text not null default 'draft' check (standard_status in ('draft', 'pending', 'active', 'stopped')),
  create_by bigint,
  create_time timestamptz not null default now(),
  version int not null default 1,
  constraint fee_standard_band check (share_to is null or share_to > coalesce(share_from, 0))
);
create index fee_standard_order on fee_standard (effective_year, standard_id);
create index fee_standard_order_desc on fee_standard (effective_year desc nulls last, standard_id desc);
create index fee_standard_amount on fee_standard (amount, standard_id);
create index fee_standard_category on fee_standard (category_id, effective_year, standard_status);
create unique index fee_standard_active_unique on fee_standard (category_id, effective_year, coalesce(share_from, -1)) where standard_status = 'active';

create table dues_bill (
  bill_id bigint generated always as identity primary key,
  bill_no text not null,
  member_id bigint not null references member,
  bill_year int not null,
  standard_id bigint not null references fee_standard,
  gross_amount bigint not null check (gross_amount > 0),
  reduce_amount bigint not null default 0 check (reduce_amount between 0 and gross_amount),
  -- Sum of the bill's allocations that stand.
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  payable_amount bigint not null generated always as (gross_amount - reduce_amount) stored,
  unpaid_amount bigint not null generated always as (gross_amount - reduce_amount - paid_amount) stored,
  due_date date not null,
  bill_status text not null default 'due' check (bill_status in ('due', 'part', 'paid', 'waived', 'cancelled')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  -- However two payments or a payment and a reduction meet: no bill is ever paid beyond what it asks.
  constraint dues_bill_not_overpaid check (paid_amount <= gross_amount - reduce_amount)
);
-- One bill a member and year; a cancelled one gives its place free.
create unique index dues_bill_unique on dues_bill (member_id, bill_year) where bill_status <> 'cancelled';
create unique index dues_bill_no_unique on dues_bill (bill_no);
create index dues_bill_no_desc on dues_bill (bill_no desc nulls last, bill_id desc);
create index dues_bill_no_order on dues_bill (bill_no, bill_id);
create index dues_bill_unpaid on dues_bill (unpaid_amount, bill_id);
create index dues_bill_unpaid_desc on dues_bill (unpaid_amount desc nulls last, bill_id desc);
create index dues_bill_due on dues_bill (due_date, bill_id);
create index dues_bill_due_desc on dues_bill (due_date desc nulls last, bill_id desc);
create index dues_bill_update on dues_bill (update_time, bill_id);
create index dues_bill_update_desc on dues_bill (update_time desc nulls last, bill_id desc);
create index dues_bill_status on dues_bill (bill_year, bill_status, bill_id) include (unpaid_amount, dept_id, create_by, due_date);
create index dues_bill_standard on dues_bill (standard_id);

create table payment (
  payment_id bigint generated always as identity primary key,
  pay_no text not null,
  member_id bigint not null references member,
  pay_date date not null,
  amount bigint not null check (amount > 0),
  channel text not null check (channel in ('bank', 'online', 'cheque', 'balance')),
  payer_name text not null,
  bank_serial text,
  by_other boolean not null default false,
  allocated_amount bigint not null default 0,
  balance_amount bigint not null default 0,
  remark text,
  pay_status text not null default 'pending' check (pay_status in ('pending', 'settled', 'returned', 'reversed')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(pay_no) || text_grams(payer_name) || text_grams(coalesce(bank_serial, ''))) stored,
  constraint payment_no_unique unique (pay_no),
  -- What a settled payment went to is all of it.
  constraint payment_spent check (pay_status <> 'settled' or channel = 'balance' or allocated_amount + balance_amount = amount)
);
create unique index payment_serial_unique on payment (channel, bank_serial) where bank_serial is not null and pay_status <> 'returned';
create index payment_member on payment (member_id, payment_id);
create index payment_date on payment (pay_date, payment_id);
create index payment_date_desc on payment (pay_date desc nulls last, payment_id desc);
create index payment_amount on payment (amount, payment_id);
create index payment_amount_desc on payment (amount desc nulls last, payment_id desc);
create index payment_update on payment (update_time, payment_id);
create index payment_update_desc on payment (update_time desc nulls last, payment_id desc);
create index payment_no_order on payment (pay_no, payment_id);
create index payment_no_desc on payment (pay_no desc nulls last, payment_id desc);
create index payment_status on payment (pay_status, channel, payment_id);
create index payment_grams on payment using gin (search_grams) with (fastupdate = off);

-- Part of a payment that went to a bill; a reversal is a row of its own with the amount below zero.
create table payment_allocation (
  allocation_id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  bill_id bigint not null references dues_bill,
  amount bigint not null check (amount <> 0),
  create_time timestamptz not null default now()
);
create index payment_allocation_payment on payment_allocation (payment_id);
create index payment_allocation_bill on payment_allocation (bill_id);

-- A member's balance: the sum of these rows, told after each of them.
create table balance_entry (
  entry_id bigint generated always as identity primary key,
  member_id bigint not null references member,
  entry_type text not null check (entry_type in ('deposit', 'use', 'refund', 'reversal', 'adjustment')),
  entry_amount bigint not null check (entry_amount <> 0),
  balance_after bigint not null check (balance_after >= 0),
  payment_id bigint references payment,
  reason text,
  create_by bigint,
  create_time timestamptz not null default now()
);
create index balance_entry_member on balance_entry (member_id, entry_id);
create index balance_entry_payment on balance_entry (payment_id);

-- Rows of money are never changed or taken away.
create trigger payment_allocation_append_only before update or delete on payment_allocation for each row execute function refuse_change();
create trigger balance_entry_append_only before update or delete on balance_entry for each row execute function refuse_change();

create table bank_line (
  line_id bigint generated always as identity primary key,
  account text not null,
  serial_no text not null,
  trade_time timestamptz not null,
  payer_name text not null,
  amount bigint not null check (amount > 0),
  purpose text,
  match_result text not null default 'none' check (match_result in ('auto', 'manual', 'none')),
  payment_id bigint references payment,
  create_by bigint,
  dept_id bigint references dept,
  create_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(serial_no) || text_grams(payer_name)) stored,
  constraint bank_line_unique unique (account, serial_no)
);
create index bank_line_time on bank_line (trade_time, line_id);
create index bank_line_time_desc on bank_line (trade_time desc nulls last, line_id desc);
create index bank_line_amount on bank_line (amount, line_id);
create index bank_line_amount_desc on bank_line (amount desc nulls last, line_id desc);
create index bank_line_match on bank_line (match_result, line_id);
create index bank_line_grams on bank_line using gin (search_grams) with (fastupdate = off);

-- Money that nobody could be found for.
create table suspense_item (
  suspense_id bigint generated always as identity primary key,
  line_id bigint not null references bank_line,
  amount bigint not null check (amount > 0),
  suspense_status text not null default 'open' check (suspense_status in ('open', 'claimed', 'returned')),
  payment_id bigint references payment,
  create_by bigint,
  dept_id bigint references dept,
  create_time timestamptz not null default now(),
  version int not null default 1,
  constraint suspense_line_unique unique (line_id)
);
create index suspense_status on suspense_item (suspense_status, suspense_id);

create table reduction (
  reduction_id bigint generated always as identity primary key,
  reduce_no text not null,
  bill_id bigint not null references dues_bill,
  reduce_type text not null check (reduce_type in ('full', 'rate', 'fixed', 'defer')),
  reduce_rate numeric(5, 2),
  reduce_amount bigint check (reduce_amount >= 0),
  defer_to date,
  -- The bill's own due date before it was put off.
  due_before date,
  reason_type text not null,
  decision_by text not null,
  remark text,
  reduce_status text not null default 'draft'
    check (reduce_status in ('draft', 'firstReview', 'returned', 'approval', 'approved', 'rejected', 'revoked')),
  first_reviewer_id bigint,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint reduction_no_unique unique (reduce_no)
);
create unique index reduction_open_unique on reduction (bill_id) where reduce_status in ('draft', 'firstReview', 'returned', 'approval');
create index reduction_bill on reduction (bill_id);
create index reduction_no_order on reduction (reduce_no, reduction_id);
create index reduction_update on reduction (update_time, reduction_id);
create index reduction_update_desc on reduction (update_time desc nulls last, reduction_id desc);
create index reduction_status on reduction (reduce_status, reduction_id);
