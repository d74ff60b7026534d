-- Forms that an area brings along have a key; whoever publishes them anew keeps the codes of their questions.
alter table form_template add column system_key text constraint form_template_system_key unique;

-- Tasks with how far each is, for areas that send rounds of their own.
create view form_task_public with (security_invoker = true) as
  select k.task_id, k.round_id, k.company_id, k.user_id, a.answer_id, a.answer_status, a.submit_time, a.update_time, r.end_time, r.round_status
  from form_task k join form_answer a on a.task_id = k.task_id join form_round r on r.round_id = k.round_id;
