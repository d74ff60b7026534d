-- Accounts by type and status, counted from the index alone.
create index sys_user_type on sys_user (type_id, account_status);

-- Registered accounts that wait for confirmation; few at any time, so one index holds all their orders and searches.
create view registration as
select user_id, login_name, real_name, mobile, email, type_id, company_name, dept_id, account_status, create_time, version
from sys_user where account_status = 'pending';
create index sys_user_pending on sys_user (create_time, user_id) where account_status = 'pending';
