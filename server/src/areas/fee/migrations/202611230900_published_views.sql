-- What other areas may read of this one in SQL: a view publishes the columns of a table that their statements may name. Plain views
-- cost nothing, for the planner reads through them; whoever reads needs rights to the table.
-- A column that is to change its type is left out of its view first and put in again afterwards.

create view bank_line_public with (security_invoker = true) as
  select line_id, serial_no, amount, payment_id, create_by, dept_id
  from bank_line;

create view dues_bill_public with (security_invoker = true) as
  select bill_id, bill_no, member_id, bill_year, paid_amount, payable_amount, unpaid_amount, due_date, bill_status, dept_id, create_by, create_time, update_time
  from dues_bill;

create view payment_public with (security_invoker = true) as
  select payment_id, pay_no, member_id, pay_date, amount, channel, payer_name, bank_serial, pay_status, dept_id, create_by, create_time, update_time, invoiced_amount, refunded_amount
  from payment;

create view suspense_item_public with (security_invoker = true) as
  select line_id, amount, suspense_status, payment_id, create_by, dept_id, serial_no, business_type
  from suspense_item;
