-- A session of the sign-on page on its way to the console at another origin: for a minute, once, for one page origin and one browser.
create table session_hand_over (
  code_hash bytea primary key,
  session_id bigint not null references session on delete cascade,
  -- Exact origin of the page that may take it.
  origin text not null,
  -- SHA-256 of what that page's browser keeps.
  challenge text not null,
  expire_time timestamptz not null
);
create index session_hand_over_expire on session_hand_over (expire_time);
create index session_hand_over_session on session_hand_over (session_id);

alter table login_log drop constraint login_log_login_way_check;
alter table login_log add constraint login_log_login_way_check check (login_way in ('password', 'code', 'oidc', 'handOver'));
