-- A code belongs to the request that it was asked for with: only who holds the challenge of that answer can use or wear it out.
alter table verification_code add column challenge_hash bytea unique;

-- What was typed where a sign-in name belongs and is nobody's may have been a password: of such tries no text is kept any more.
alter table login_log disable trigger login_log_append_only;
update login_log l set login_name = '未知账号' where l.user_id is null
  and not exists (select 1 from sys_user u where lower(u.login_name) = lower(l.login_name) or u.mobile = l.login_name or u.email = lower(l.login_name));
alter table login_log enable trigger login_log_append_only;
