-- A list of an exchange may bring companies without their full names: the short name stands in for it until somebody adds it. The name of a
-- company by law says that it is one, so a listed company whose name does not has no full name yet.
alter table company add column name_state text not null
  generated always as (case when company_type = 'listed' and strpos(company_name, '公司') = 0 then 'pending' else 'full' end) stored;
create index company_without_full_name on company (company_id) where name_state = 'pending' and not deleted;

create or replace view company_public with (security_invoker = true) as
  select company_id, company_name, short_name, stock_code, credit_code, total_shares, jurisdiction, reg_address, deleted, dept_id, create_by, create_time, update_time, name_state
  from company;
