-- Questions that are sent back one by one, corrections after the end of a round, and personal answers of every submission.

alter table form_round
  add column correction_days int not null default 0 check (correction_days between 0 and 30),
  add column return_scope text not null default 'listed' check (return_scope in ('listed', 'all')),
  -- When it really ended, where somebody ended it before its time.
  add column ended_time timestamptz;
-- Until when an answer that was sent back may be handed in again, though its round has ended.
alter table form_answer add column return_until timestamptz;

create table form_query (
  query_id bigint generated always as identity primary key,
  answer_id bigint not null references form_answer,
  answer_path text not null,
  query_status text not null default 'open' check (query_status in ('open', 'answered', 'reopened', 'closed')),
  reason text not null,
  reply text,
  -- The submission that it was raised about: what was changed since is a change made for it.
  asked_no int not null,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create index form_query_answer on form_query (answer_id, query_id);
-- A question is asked about once at a time.
create unique index form_query_live on form_query (answer_id, answer_path) where query_status <> 'closed';

-- Who has done what about it.
create table form_query_event (
  event_id bigint generated always as identity primary key,
  query_id bigint not null references form_query,
  verb text not null check (verb in ('ask', 'reply', 'takeBack', 'close', 'reopen')),
  words text,
  changed boolean not null default false,
  user_id bigint not null,
  event_time timestamptz not null default clock_timestamp()
);
create index form_query_event_query on form_query_event (query_id, event_id);

-- Personal answers as they were handed in, encrypted like those of the answer itself.
create table form_submission_personal (
  submission_personal_id bigint generated always as identity primary key,
  submission_id bigint not null references form_submission,
  answer_path text not null,
  shown text not null,
  personal_sealed text not null,
  personal_print text not null,
  constraint form_submission_personal_path unique (submission_id, answer_path)
);
create index form_submission_personal_print on form_submission_personal (personal_print);

-- Of what was handed in before, the last submission's are known where nobody has changed them since.
insert into form_submission_personal (submission_id, answer_path, shown, personal_sealed, personal_print)
select s.submission_id, p.answer_path, p.shown, p.personal_sealed, p.personal_print
from form_answer a join form_submission s on s.answer_id = a.answer_id and s.submission_no = a.submission_count join form_personal p on p.answer_id = a.answer_id
where a.answer_status in ('submitted', 'certified');

-- Who of a company fills in which page or section. It tells and permits nothing: everybody who acts for the company may fill in all of it.
create table form_task_part (
  task_id bigint not null references form_task,
  block_id text not null,
  user_id bigint not null,
  given_by bigint not null,
  give_time timestamptz not null default clock_timestamp(),
  primary key (task_id, block_id)
);
