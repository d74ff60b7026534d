-- Evaluations: directors of each other, and of the association by its members.

alter table form_round
  drop constraint form_round_respondent_kind_check,
  add constraint form_round_respondent_kind_check check (respondent_kind in ('members', 'companies', 'rule', 'audience', 'posts', 'accounts', 'directors')),
  drop constraint form_round_subject_kind_check,
  add constraint form_round_subject_kind_check check (subject_kind in ('none', 'companies', 'persons', 'peers', 'association')),
  add constraint form_round_peers check (subject_kind <> 'peers' or respondent_kind = 'directors');
create index form_round_evaluations on form_round (start_time desc nulls last, round_id desc) where subject_kind <> 'none';

-- A director is evaluated as one of a board: who sits on two is two.
alter table form_task
  add column subject_base_id bigint references director_base,
  drop constraint form_task_about,
  add constraint form_task_about check (num_nonnulls(subject_company_id, subject_person_id) <= 1 and (subject_base_id is null or subject_company_id is not null));
drop index form_task_company;
drop index form_task_user;
create unique index form_task_company on form_task (round_id, company_id, subject_company_id, subject_person_id, subject_base_id) nulls not distinct where company_id is not null;
create unique index form_task_user on form_task (round_id, user_id, subject_company_id, subject_person_id, subject_base_id) nulls not distinct where user_id is not null;
create index form_task_subject_base on form_task (subject_base_id) where subject_base_id is not null;

-- Whom an anonymous answer is about, which is known once its round has ended; until then it is sealed with the answer.
alter table form_anonymous_answer
  add column subject_company_id bigint references company,
  add column subject_person_id bigint references director_user,
  add column subject_base_id bigint references director_base;
