-- Recipients of messages are chosen by these marks of companies.
create or replace view company_public with (security_invoker = true) as
  select company_id, company_name, short_name, stock_code, credit_code, total_shares, jurisdiction, reg_address, deleted, dept_id, create_by, create_time, update_time, name_state,
    company_type, board, list_status, csrc_industry
  from company;
