-- People who speak at meetings and teach courses, and their talks.

create table lecturer (
  lecturer_id bigint generated always as identity primary key,
  lecturer_name text not null,
  unit_post text not null,
  specialties text[] not null default '{}',
  mobile text,
  email text,
  non_resident boolean not null,
  intro text,
  remark text,
  lecturer_status text not null default 'active' check (lecturer_status in ('active', 'stopped')),
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(lecturer_name) || text_grams(unit_post)) stored,
  constraint lecturer_unique unique (lecturer_name, unit_post)
);
create index lecturer_name_order on lecturer (lecturer_name, lecturer_id);
create index lecturer_name_desc on lecturer (lecturer_name desc nulls last, lecturer_id desc);
create index lecturer_update on lecturer (update_time, lecturer_id);
create index lecturer_update_desc on lecturer (update_time desc nulls last, lecturer_id desc);
create index lecturer_status_order on lecturer (lecturer_status, update_time desc nulls last, lecturer_id desc);
create index lecturer_specialty on lecturer using gin (specialties);
create index lecturer_grams on lecturer using gin (search_grams) with (fastupdate = off);

create table meeting_speaker (
  speaker_id bigint generated always as identity primary key,
  meet_id bigint not null references meeting,
  lecturer_id bigint not null references lecturer,
  topic text not null,
  talk_time timestamptz,
  sort_no int not null check (sort_no between 1 and 999),
  shown boolean not null,
  fee bigint not null check (fee >= 0),
  non_resident boolean not null,
  hand_tax bigint check (hand_tax between 0 and fee),
  tax bigint not null check (tax >= 0),
  net bigint not null check (net >= 0),
  remark text,
  -- The meeting's department: who sees its meetings sees their speakers.
  dept_id bigint not null references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(topic)) stored,
  constraint meeting_speaker_unique unique (meet_id, lecturer_id, topic)
);
-- What one piece of work is paid is taxed as one payment.
create unique index meeting_speaker_one_fee on meeting_speaker (meet_id, lecturer_id) where fee > 0;
create index meeting_speaker_order on meeting_speaker (sort_no, speaker_id);
create index meeting_speaker_order_desc on meeting_speaker (sort_no desc nulls last, speaker_id desc);
create index meeting_speaker_update on meeting_speaker (update_time, speaker_id);
create index meeting_speaker_update_desc on meeting_speaker (update_time desc nulls last, speaker_id desc);
create index meeting_speaker_meet on meeting_speaker (meet_id, sort_no, speaker_id);
create index meeting_speaker_lecturer on meeting_speaker (lecturer_id, update_time desc nulls last, speaker_id desc);
create index meeting_speaker_dept on meeting_speaker (dept_id, update_time desc nulls last, speaker_id desc);
create index meeting_speaker_maker on meeting_speaker (create_by, update_time desc nulls last, speaker_id desc);
create index meeting_speaker_grams on meeting_speaker using gin (search_grams) with (fastupdate = off);
