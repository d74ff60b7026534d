-- Notes of staff on records of any kind. Nobody changes one: it is taken back within minutes, or marked as withdrawn.
create table record_note (
  note_id bigint generated always as identity primary key,
  record_type text not null check (record_type ~ '^[a-z][A-Za-z]{1,30}$'),
  record_id bigint not null,
  content text not null check (length(content) between 1 and 500),
  mentioned bigint[] not null default '{}',
  create_by bigint not null references sys_user,
  create_time timestamptz not null default now(),
  withdraw_time timestamptz check (withdraw_time >= create_time)
);
create index record_note_record on record_note (record_type, record_id, create_time desc);
create index record_note_maker on record_note (create_by);
-- Messages that went to one contact, and files of one record, stand in its timeline.
create index message_recipient_contact on message_recipient (contact_id, message_id) where contact_id is not null;
create index file_object_owner on file_object (owner_type, owner_id, create_time desc) where owner_id is not null;
