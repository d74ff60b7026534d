-- Attempts to sign in, also under names that nobody has. Append-only like the operation log.
create table login_log (
  login_log_id bigint generated always as identity primary key,
  login_time timestamptz not null default now(),
  user_id bigint,
  login_name text not null,
  login_way text not null check (login_way in ('password', 'code')),
  login_result text not null check (login_result in ('success', 'wrongPassword', 'wrongCode', 'locked', 'disabled', 'pending', 'unknown')),
  ip text not null,
  device text not null
);
create index login_log_time on login_log (login_time desc nulls last, login_log_id desc);
create index login_log_time_up on login_log (login_time, login_log_id);
create index login_log_result on login_log (login_result, login_time desc nulls last, login_log_id desc);
create index login_log_user on login_log (user_id, login_time desc nulls last);
create index login_log_name on login_log (lower(login_name) text_pattern_ops);
create index login_log_ip on login_log (ip text_pattern_ops, login_time desc nulls last);
create trigger login_log_append_only before update or delete on login_log for each row execute function refuse_change();

-- Lists and filters of the operation log. Titles are few, so a search among them goes over the distinct ones.
create index audit_log_time on audit_log (time desc nulls last, audit_id desc);
create index audit_log_time_up on audit_log (time, audit_id);
create index audit_log_title on audit_log (title, time desc nulls last, audit_id desc);
create index audit_log_verb on audit_log (verb, time desc nulls last, audit_id desc);
create index audit_log_refused on audit_log (code, time desc nulls last, audit_id desc) where code <> '000000';
create index audit_seal_time on audit_seal (time);
