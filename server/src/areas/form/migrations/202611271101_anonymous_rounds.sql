-- Anonymous rounds (ADR 081): who has taken part stands in form_answer without a time, what was answered in rows of nobody.

alter table form_round
  add column anonymous_flag boolean not null default false,
  add constraint form_round_anonymous check (not (anonymous_flag and certify_flag));

alter table form_answer add column anonymous_flag boolean not null default false;
-- In whatever way tasks are added, their answers know of what kind the round is.
create function form_answer_of_round() returns trigger language plpgsql as $$
begin
  new.anonymous_flag := (select r.anonymous_flag from form_round r where r.round_id = new.round_id);
  return new;
end $$;
create trigger form_answer_of_round before insert on form_answer for each row execute function form_answer_of_round();
alter table form_answer add constraint form_answer_nameless check (
  not anonymous_flag or (
    answer_status in ('empty', 'submitted') and content = '{}' and revisions = '{}' and revision = 0 and submission_count = 0
    and submit_by is null and submit_time is null and audit_opinion is null and acted_by = '{}' and version = 1 and update_time = create_time
  )
);

-- What was handed in, encrypted, until the round has ended. `mixed`: written again in an order of chance, together with others.
create table form_waiting_answer (
  waiting_id uuid primary key default gen_random_uuid(),
  round_id bigint not null references form_round,
  mixed boolean not null default false,
  sealed text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20, toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 20);
-- Pressed, its length would say more of its content than it is padded for.
alter table form_waiting_answer alter column sealed set storage external;
create index form_waiting_answer_round on form_waiting_answer (round_id, mixed);

create table form_anonymous_answer (
  anonymous_id uuid primary key default gen_random_uuid(),
  round_id bigint not null references form_round,
  content jsonb not null
);
create index form_anonymous_answer_round on form_anonymous_answer (round_id);

create table form_anonymous_value (
  round_id bigint not null references form_round,
  anonymous_id uuid not null references form_anonymous_answer,
  question_key text not null,
  row_id text not null default '',
  choice text,
  number numeric,
  day date,
  constraint form_anonymous_value_one check (num_nonnulls(choice, number, day) = 1)
);
create index form_anonymous_value_answer on form_anonymous_value (anonymous_id);
create index form_anonymous_value_question on form_anonymous_value (round_id, question_key);

-- Writes again, in an order of chance, that somebody has taken part: no row shows by its transaction or its place when it was first written.
create function form_mix_marks(mixed_round bigint) returns void language plpgsql as $$
declare
  one bigint;
begin
  for one in select answer_id from (select answer_id from form_answer where round_id = mixed_round and anonymous_flag order by answer_id for no key update) held order by gen_random_uuid() loop
    update form_answer set update_time = update_time where answer_id = one;
  end loop;
end $$;
