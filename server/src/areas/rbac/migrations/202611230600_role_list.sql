-- Searched and sorted paths of roles, as of every list that is a resource; a descending order puts empty values last.
alter table role add column search_grams text[] generated always as (text_grams(role_code) || text_grams(role_name)) stored;
create index role_grams on role using gin (search_grams) with (fastupdate = off);
create index role_name_order on role (role_name, role_id);
create index role_name_order_desc on role (role_name desc nulls last, role_id desc);
create index role_code_order on role (role_code, role_id);
create index role_code_order_desc on role (role_code desc nulls last, role_id desc);
create index role_status_name on role (role_status, role_name, role_id);
