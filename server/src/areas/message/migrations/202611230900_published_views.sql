-- What other areas may read of this one in SQL: a view publishes the columns of a table that their statements may name. Plain views
-- cost nothing, for the planner reads through them; whoever reads needs rights to the table.
-- A column that is to change its type is left out of its view first and put in again afterwards.

create view message_public with (security_invoker = true) as
  select message_id, channel, msg_no, template_id, dept_id, create_by, create_time
  from message;

create view message_recipient_public with (security_invoker = true) as
  select message_id, facts, recipient_status, reason, update_time
  from message_recipient;

create view message_template_public with (security_invoker = true) as
  select template_id, channel, template_name, create_by, create_time
  from message_template;
