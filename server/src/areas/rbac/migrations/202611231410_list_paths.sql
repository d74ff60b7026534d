-- Ways of signing in other than by password are few, and are looked for in all the years that the log is kept.
create index login_log_way on login_log (login_way, login_time desc nulls last, login_log_id desc);

-- The lines of all reviews in the orders that the head of their table gives; those of one review have indexes that begin with it.
create index access_review_line_name_all_desc on access_review_line (real_name desc nulls last, line_id desc);
create index access_review_line_role_all on access_review_line (role_name, line_id);
create index access_review_line_role_all_desc on access_review_line (role_name desc nulls last, line_id desc);
