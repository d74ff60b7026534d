-- Rounds that another area keeps: it opens them, gives their tasks out one by one, and says when an answer may be changed.
alter table form_round add column owner_kind text;
alter table form_task
  -- The record of the other area that the answer is the content of, and whom of its register it is about.
  add column owner_id bigint,
  add column owner_subject bigint,
  -- A person of the pool who fills it in besides those who act for the company.
  add column filler_person_id bigint references director_user;
drop index form_task_company;
drop index form_task_user;
-- A company has several tasks of one round where they are the content of several records.
create unique index form_task_company on form_task (round_id, company_id, subject_company_id, subject_person_id, subject_base_id, owner_id) nulls not distinct where company_id is not null;
create unique index form_task_user on form_task (round_id, user_id, subject_company_id, subject_person_id, subject_base_id, owner_id) nulls not distinct where user_id is not null;
create index form_task_owner on form_task (owner_id) where owner_id is not null;
create index form_task_filler on form_task (filler_person_id, task_id desc) where filler_person_id is not null;

-- What owners may rely on.
create view form_owned_public with (security_invoker = true) as
  select a.answer_id, k.task_id, k.round_id, k.owner_id, r.owner_kind, a.answer_status in ('submitted', 'certified') as filled
  from form_task k join form_answer a on a.task_id = k.task_id join form_round r on r.round_id = k.round_id where k.owner_id is not null;
