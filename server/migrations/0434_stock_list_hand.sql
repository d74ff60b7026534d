-- What a person said of a row: leave it out, or which company it means.
alter table stock_list_row add column skipped boolean not null default false, add column chosen_company_id bigint references company;
create index stock_list_row_chosen on stock_list_row (chosen_company_id) where chosen_company_id is not null;
