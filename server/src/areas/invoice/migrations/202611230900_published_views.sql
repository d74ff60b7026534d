-- What other areas may read of this one in SQL: a view publishes the columns of a table that their statements may name. Plain views
-- cost nothing, for the planner reads through them; whoever reads needs rights to the table.
-- A column that is to change its type is left out of its view first and put in again afterwards.

create view invoice_public with (security_invoker = true) as
  select invoice_id, invoice_no, blue_id, member_id, ticket_type, item_name, amount, issue_date, dept_id, create_by, create_time, update_time
  from invoice;
