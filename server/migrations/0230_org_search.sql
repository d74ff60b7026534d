-- Searched and sorted paths of posts, employees and user groups; a descending order puts empty values last.
alter table post add column search_grams text[] generated always as (text_grams(post_code) || text_grams(post_name)) stored;
create index post_grams on post using gin (search_grams) with (fastupdate = off);
create index post_order on post (sort_no, post_id);
create index post_order_desc on post (sort_no desc nulls last, post_id desc);
create index post_name_order on post (post_name, post_id);
create index post_name_order_desc on post (post_name desc nulls last, post_id desc);
create index post_code_order on post (post_code, post_id);
create index post_code_order_desc on post (post_code desc nulls last, post_id desc);

alter table employee add column search_grams text[] generated always as (text_grams(employee_no)) stored;
create index employee_grams on employee using gin (search_grams) with (fastupdate = off);
create index employee_no_order on employee (employee_no, employee_id);
create index employee_no_order_desc on employee (employee_no desc nulls last, employee_id desc);
create index employee_entry_order on employee (entry_date, employee_id);
create index employee_entry_order_desc on employee (entry_date desc nulls last, employee_id desc);
create index employee_status on employee (employee_status, employee_no, employee_id);
create index employee_post on employee (post_id);

alter table usergroup add column search_grams text[] generated always as (text_grams(group_name)) stored;
create index usergroup_grams on usergroup using gin (search_grams) with (fastupdate = off);
create index usergroup_order on usergroup (group_name, usergroup_id);
create index usergroup_order_desc on usergroup (group_name desc nulls last, usergroup_id desc);
create index usergroup_member_user on usergroup_member (user_id);

create index dept_leader on dept (leader_id) where leader_id is not null;
