-- Rounds: options with a number of places.

-- How often an option may be chosen in a round. How many are taken is counted in form_value under a lock of the row here, so that there
-- is no second figure that could differ.
create table form_quota (
  quota_id bigint generated always as identity primary key,
  round_id bigint not null references form_round on delete cascade,
  question_key text not null,
  choice text not null,
  places int not null check (places between 1 and 1000000),
  constraint form_quota_option unique (round_id, question_key, choice)
);

-- A running round moves on to a newer version: an answer keeps the one that it is filled in by, a submission the one that it was checked by.
alter table form_answer add column version_no int;
update form_answer a set version_no = r.version_no from form_round r where r.round_id = a.round_id;
alter table form_answer alter column version_no set not null;
alter table form_submission add column version_no int;
update form_submission s set version_no = a.version_no from form_answer a where a.answer_id = s.answer_id;
alter table form_submission alter column version_no set not null;

create function form_answer_version() returns trigger language plpgsql as $$
begin
  new.version_no := coalesce(new.version_no, (select r.version_no from form_round r where r.round_id = new.round_id));
  return new;
end $$;
create trigger form_answer_version before insert on form_answer for each row execute function form_answer_version();

create function form_submission_version() returns trigger language plpgsql as $$
begin
  new.version_no := coalesce(new.version_no, (select a.version_no from form_answer a where a.answer_id = new.answer_id));
  return new;
end $$;
create trigger form_submission_version before insert on form_submission for each row execute function form_submission_version();

-- Whom a round is sent to by marks of companies or by posts, whom it is about, and when it is reminded of.
alter table form_round
  drop constraint form_round_respondent_kind_check,
  add constraint form_round_respondent_kind_check check (respondent_kind in ('members', 'companies', 'rule', 'audience', 'posts', 'accounts')),
  add column rule_range text check (rule_range in ('member', 'other', 'any')),
  add column rule_category_ids bigint[] not null default '{}',
  add column rule_boards text[] not null default '{}',
  add column rule_company_types text[] not null default '{}',
  add column rule_jurisdictions text[] not null default '{}',
  add column rule_list_statuses text[] not null default '{}',
  add column rule_industries text[] not null default '{}',
  -- No foreign key: its conditions are copied, and an audience may be deleted.
  add column audience_id bigint,
  add column rule_posts text[] not null default '{}',
  add column subject_kind text not null default 'none' check (subject_kind in ('none', 'companies', 'persons')),
  add column subject_company_ids bigint[] not null default '{}',
  add column subject_person_ids bigint[] not null default '{}',
  add column self_flag boolean not null default false,
  add column remind_days int check (remind_days between 1 and 60),
  -- The end that was reminded of: a round that is prolonged is reminded of again.
  add column reminded_end timestamptz;

alter table form_task
  add column subject_company_id bigint references company,
  add column subject_person_id bigint references director_user,
  -- What the accounts of the task have yet to be told.
  add column notice_due text check (notice_due in ('open', 'remind')),
  add column reminded_time timestamptz,
  add constraint form_task_about check (num_nonnulls(subject_company_id, subject_person_id) <= 1);
drop index form_task_company;
drop index form_task_user;
create unique index form_task_company on form_task (round_id, company_id, subject_company_id, subject_person_id) nulls not distinct where company_id is not null;
create unique index form_task_user on form_task (round_id, user_id, subject_company_id, subject_person_id) nulls not distinct where user_id is not null;
create index form_task_subject_company on form_task (subject_company_id) where subject_company_id is not null;
create index form_task_subject_person on form_task (subject_person_id) where subject_person_id is not null;
create index form_task_notice on form_task (task_id) where notice_due is not null;

-- What was certified, by number and by a hash of what was handed in and of the version that asked for it.
create table form_certificate (
  certificate_id bigint generated always as identity primary key,
  certificate_no text not null constraint form_certificate_no unique,
  answer_id bigint not null constraint form_certificate_answer unique references form_answer,
  submission_no int not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  create_time timestamptz not null default now()
);
create trigger form_certificate_frozen before update or delete on form_certificate for each row execute function refuse_change();
