-- A company's industry by the classification of Shenwan, beside that of 中上协; one of the dictionary, too.
alter table company add column sw_industry text;
alter table company add column sw_scheme text generated always as ('sw2021') stored;
alter table company add constraint company_sw_industry_known foreign key (sw_scheme, sw_industry) references industry (scheme, industry_code);
-- What a list that is read says of it.
alter table stock_list_row add column sw_text text;

-- The list is filtered by industry under any order: its orders carry both, as they carry all other filters (0100).
drop index company_sort_code, company_sort_code_desc, company_sort_date, company_sort_date_desc, company_sort_name, company_sort_update, company_industry;
create index company_sort_code on company (stock_code, company_id)
  include (company_type, list_status, board, jurisdiction, list_date, dept_id, create_by, csrc_industry, sw_industry) where not deleted;
create index company_sort_code_desc on company (stock_code desc nulls last, company_id desc)
  include (company_type, list_status, board, jurisdiction, list_date, dept_id, create_by, csrc_industry, sw_industry) where not deleted;
create index company_sort_date on company (list_date, company_id)
  include (company_type, list_status, board, jurisdiction, dept_id, create_by, csrc_industry, sw_industry) where not deleted;
create index company_sort_date_desc on company (list_date desc nulls last, company_id desc)
  include (company_type, list_status, board, jurisdiction, dept_id, create_by, csrc_industry, sw_industry) where not deleted;
create index company_sort_name on company (short_pinyin, company_id)
  include (company_type, list_status, board, jurisdiction, list_date, dept_id, create_by, csrc_industry, sw_industry) where not deleted;
create index company_sort_update on company (update_time, company_id)
  include (company_type, list_status, board, jurisdiction, list_date, dept_id, create_by, csrc_industry, sw_industry) where not deleted;
-- Companies of an industry and of all below it are counted here, within the other filters and a person's scope.
create index company_industry on company (csrc_industry)
  include (company_id, company_type, list_status, board, jurisdiction, list_date, dept_id, create_by, sw_industry) where not deleted and csrc_industry is not null;
create index company_sw_industry on company (sw_industry)
  include (company_id, company_type, list_status, board, jurisdiction, list_date, dept_id, create_by, csrc_industry) where not deleted and sw_industry is not null;
