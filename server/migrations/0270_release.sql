-- Which releases of remotes the live sessions have loaded, and what browsers could not load.
create table session_release (
  session_id bigint not null references session on delete cascade,
  remote text not null,
  version text not null,
  primary key (session_id, remote)
);
create index session_release_version on session_release (remote, version);
create table release_failure (
  remote text not null,
  version text not null,
  day date not null,
  failures int not null default 1,
  last_time timestamptz not null default now(),
  last_message text not null,
  primary key (remote, version, day)
);
-- Every switch of the registry with who did it and why; the registry itself lies beside the files.
create table release_switch (
  switch_id bigint generated always as identity primary key,
  serial int not null,
  remote text not null,
  version text not null,
  deed text not null check (deed in ('switch', 'canary', 'endCanary')),
  audience text not null default '',
  reason text not null,
  user_id bigint not null,
  user_name text not null,
  switch_time timestamptz not null default now()
);
create index release_switch_version on release_switch (remote, version, switch_id desc);
