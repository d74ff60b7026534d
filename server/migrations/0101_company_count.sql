-- A search within a filter counts what both hold: with the company's id in the index of the filters, that count is read
-- from two indexes alone (8 ms instead of 59 for 60,000 holders and 2,800 companies of a jurisdiction).
drop index company_count;
create index company_count on company (company_type, list_status, board, jurisdiction, list_date, dept_id, create_by)
  include (company_id) where not deleted;
