-- What other areas may read of this one in SQL: a view publishes the columns of a table that their statements may name. Plain views
-- cost nothing, for the planner reads through them; whoever reads needs rights to the table.
-- A column that is to change its type is left out of its view first and put in again afterwards.

create view company_public with (security_invoker = true) as
  select company_id, company_name, short_name, stock_code, credit_code, total_shares, jurisdiction, reg_address, deleted, dept_id, create_by, create_time, update_time
  from company;

create view contact_public with (security_invoker = true) as
  select contact_id, company_id, name, post_type, mobile, email, sms_opt_out, email_opt_out, contact_status, dept_id, create_by, create_time, update_time, sms_consent_date, email_consent_date
  from contact;

create view director_user_public with (security_invoker = true) as
  select director_id, name, mobile, email, dept_id, create_by
  from director_user;

create view member_public with (security_invoker = true) as
  select member_id, member_no, member_kind, company_id, category_id, join_date, member_status, balance, arrears_years, deleted, dept_id, create_by, create_time, update_time, person_id
  from member;

create view member_category_public with (security_invoker = true) as
  select category_id, category_name, category_level
  from member_category;

create view member_withdraw_public with (security_invoker = true) as
  select withdraw_id, member_id, withdraw_type, reason, decision_no, withdraw_status, dept_id, create_by, create_time, update_time
  from member_withdraw;
