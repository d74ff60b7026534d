-- Reminders of rounds as messages: plans of days before the end, who was reminded of what moment, and what came of it.

create table form_remind_plan (
  round_id bigint primary key references form_round on delete cascade,
  days int[] not null check (cardinality(days) between 1 and 5),
  channel text not null check (channel in ('sms', 'mail')),
  template_id bigint references message_template,
  post_types text[] not null default '{}',
  -- In whose name it writes.
  sender_id bigint not null references sys_user,
  -- Moments up to this day have been gone through: what lay before the plan was set is not made up for.
  gone_to date not null,
  update_time timestamptz not null default now(),
  constraint form_remind_plan_text check (channel = 'mail' or template_id is not null)
);
create index form_remind_plan_sender on form_remind_plan (sender_id);

-- Once a round, respondent and moment: two runs at once, or one that dies, make no second message. In anonymous rounds it tells who had not
-- taken part at that moment, as a reminder itself does.
create table form_reminded (
  round_id bigint not null references form_round on delete cascade,
  -- No foreign key: it tells of a day that has gone, and stands in the way of no merger.
  company_id bigint,
  user_id bigint references sys_user,
  moment text not null,
  constraint form_reminded_whose check (num_nonnulls(company_id, user_id) = 1),
  constraint form_reminded_once unique nulls not distinct (round_id, moment, company_id, user_id)
);

create table form_remind_run (
  run_id bigint generated always as identity primary key,
  round_id bigint not null references form_round on delete cascade,
  moment text not null,
  channel text not null check (channel in ('sms', 'mail')),
  respondent_count int not null,
  message_id bigint references message,
  problem text,
  sender_id bigint not null,
  run_day date not null,
  create_time timestamptz not null default now(),
  constraint form_remind_run_told check ((message_id is null) = (problem is not null))
);
create index form_remind_run_round on form_remind_run (round_id, run_id desc);
-- A problem of a plan is told once a day, as it was last.
create unique index form_remind_run_problem on form_remind_run (round_id, moment, run_day) where message_id is null;
