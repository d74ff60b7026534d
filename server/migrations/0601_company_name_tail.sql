-- How a name ends, which its search text leaves out: a keyword such as 公司 or 股份有限公司 finds by it, and is counted within a data scope by its index alone.
alter table company add column name_tail text not null
  generated always as (coalesce(substring(company_name from '(?:股份)?有限(?:责任)?公司$'), '')) stored;
create index company_by_tail on company (name_tail, dept_id, create_by) where not deleted;
