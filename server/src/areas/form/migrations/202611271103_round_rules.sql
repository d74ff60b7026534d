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
