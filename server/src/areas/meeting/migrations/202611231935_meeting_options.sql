-- What people choose and are asked when they register for a meeting.
alter table meeting
  add column options jsonb not null default '[]',
  add column questions jsonb not null default '[]';
alter table meeting_registration
  add column option_names text[] not null default '{}',
  add column answers jsonb not null default '[]',
  add column answer_files jsonb not null default '[]';
