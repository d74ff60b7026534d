-- Files that come in parts: whose they are, how far they have come, and what is needed to go on in another process.

create table file_upload (
  -- Also what it is called in its address.
  upload_id text primary key check (upload_id ~ '^[a-f0-9]{40}$'),
  purpose text not null,
  file_name text not null,
  file_size bigint not null check (file_size > 0),
  -- What its sender knows the file again by.
  fingerprint text not null,
  store_key text not null unique,
  store_handle text,
  received bigint not null default 0 check (received between 0 and file_size),
  -- What the store said of each part.
  marks text[] not null default '{}',
  -- Of the bytes that have come.
  hash_state bytea,
  -- The store has put the parts together.
  ended boolean not null default false,
  file_id bigint references file_object on delete cascade,
  create_by bigint not null,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create index file_upload_maker on file_upload (create_by, create_time desc);
create index file_upload_age on file_upload (update_time);
create index file_upload_file on file_upload (file_id) where file_id is not null;
