-- A printed first password ends by itself, so that a letter which is found later opens nothing.
alter table sys_user add column password_until timestamptz;
comment on column sys_user.password_until is 'until when a first password lets its person in; null for one of their own';

alter table login_log drop constraint login_log_login_result_check;
alter table login_log add constraint login_log_login_result_check
  check (login_result in ('success', 'wrongPassword', 'wrongCode', 'locked', 'disabled', 'pending', 'unknown', 'expired'));
