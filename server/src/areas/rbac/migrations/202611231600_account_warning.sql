-- What somebody was warned of before it happens to their account, the last time of each kind.
create table account_warning (
  user_id bigint not null references sys_user on delete cascade,
  kind text not null check (kind in ('unused', 'password')),
  -- The day from which it is counted: the last use of the account, or the setting of the password. Another day wants another warning.
  since_day date not null,
  warned_day date not null,
  -- The day that the warning named; null where it named none.
  due_day date,
  primary key (user_id, kind)
);
create index account_warning_due on account_warning (kind, due_day);
