-- Rules by which bills are reminded of before or after their last day, by themselves.
create table reminder_rule (
  rule_id bigint generated always as identity primary key,
  rule_name text not null,
  timing text not null check (timing in ('before', 'after')),
  days int not null check (days between 0 and 365),
  channel text not null check (channel in ('sms', 'mail')),
  template_id bigint not null references message_template,
  post_types text[] not null default '{}',
  rule_status text not null default 'disabled' check (rule_status in ('disabled', 'enabled')),
  -- In whose name the messages go out: who put the rule to use.
  sender_id bigint references sys_user,
  -- The last day whose bills were gone through; set when the rule is put to use, so that nothing of before is made up for.
  gone_to date,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint reminder_rule_name_unique unique (rule_name),
  constraint reminder_rule_sender check (rule_status = 'disabled' or sender_id is not null and gone_to is not null)
);
create index reminder_rule_update on reminder_rule (update_time, rule_id);

-- What a rule has done on a day: each message that it made, or one row that says why there is none.
create table reminder_run (
  run_id bigint generated always as identity primary key,
  rule_id bigint not null references reminder_rule on delete cascade,
  run_day date not null,
  member_count int not null,
  unpaid_total bigint not null,
  message_id bigint references message,
  problem text,
  create_time timestamptz not null default now(),
  constraint reminder_run_told check ((message_id is null) = (problem is not null))
);
create unique index reminder_run_problem on reminder_run (rule_id, run_day) where message_id is null;
create index reminder_run_rule on reminder_run (rule_id, run_day, run_id);
create index reminder_run_message on reminder_run (message_id) where message_id is not null;

-- A bill is reminded of once a rule and a last day, whoever runs it and however often: a deferral gives it another day.
create table reminded_bill (
  rule_id bigint not null references reminder_rule on delete cascade,
  bill_id bigint not null references dues_bill,
  due_date date not null,
  remind_time timestamptz not null default now(),
  primary key (rule_id, bill_id, due_date)
);
create index reminded_bill_bill on reminded_bill (bill_id);
