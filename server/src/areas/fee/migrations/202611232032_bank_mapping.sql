-- Which column of an account's statements is what, as somebody said by hand where the layout is not known; used for the next file.
create table bank_mapping (
  account text primary key,
  -- The file has no account: it is this one's.
  account_given boolean not null,
  columns jsonb not null,
  update_by bigint,
  update_time timestamptz not null default now()
);
