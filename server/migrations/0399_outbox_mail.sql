-- A mail of the outbox may be set in HTML and carry stored files.
alter table outbox
  add column html text,
  add column file_ids bigint[] not null default '{}';
