-- A list within one board, office or status is counted, and its rows are found, by an index that begins with that filter. company_count begins
-- with the type of company: PostgreSQL 18 skips over it, 15 to 17 read the whole index for every page.
create index company_by_board on company (board, list_status, jurisdiction)
  include (company_id, company_type, list_date, dept_id, create_by, csrc_industry, sw_industry) where not deleted;
create index company_by_jurisdiction on company (jurisdiction, list_status)
  include (company_id, company_type, board, list_date, dept_id, create_by, csrc_industry, sw_industry) where not deleted;
create index company_by_status on company (list_status)
  include (company_id, company_type, board, jurisdiction, list_date, dept_id, create_by, csrc_industry, sw_industry) where not deleted;
