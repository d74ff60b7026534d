-- Recordings of meetings, and what of them was watched.

create table meeting_video (
  video_id bigint generated always as identity primary key,
  meet_id bigint not null references meeting,
  video_name text not null,
  file jsonb not null,
  -- What is played: the file itself, or what was made of it.
  play_file_id bigint references file_object,
  open_scope text not null check (open_scope in ('open', 'member', 'attendee', 'internal')),
  duration int check (duration > 0),
  codecs text,
  fault text,
  publish_status text not null default 'converting' check (publish_status in ('converting', 'pending', 'published', 'withdrawn', 'failed')),
  -- The meeting's department: who sees its meetings sees their videos.
  dept_id bigint not null references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(video_name)) stored,
  constraint meeting_video_playable check (publish_status in ('converting', 'failed') or (duration is not null and play_file_id is not null))
);
create unique index meeting_video_name_unique on meeting_video (meet_id, video_name);
create index meeting_video_time on meeting_video (create_time, video_id);
create index meeting_video_time_desc on meeting_video (create_time desc nulls last, video_id desc);
create index meeting_video_meet_time on meeting_video (meet_id, create_time desc, video_id desc);
create index meeting_video_scope on meeting_video (open_scope, create_time desc, video_id desc);
create index meeting_video_status on meeting_video (publish_status, create_time desc, video_id desc);
create index meeting_video_dept on meeting_video (dept_id, create_time desc, video_id desc);
create index meeting_video_maker on meeting_video (create_by, create_time desc, video_id desc);
create index meeting_video_file on meeting_video (play_file_id);
create index meeting_video_grams on meeting_video using gin (search_grams) with (fastupdate = off);

-- What somebody has watched of a video.
create table video_watch (
  video_id bigint not null references meeting_video,
  user_id bigint not null,
  -- Milliseconds, put together where they touch.
  spans int4multirange not null default '{}',
  watched_ms int not null default 0,
  opened int not null default 0,
  first_time timestamptz not null default now(),
  last_time timestamptz not null default now(),
  done_time timestamptz,
  primary key (video_id, user_id)
);
create index video_watch_last on video_watch (video_id, last_time desc, user_id desc);
create index video_watch_first on video_watch (video_id, last_time, user_id);
create index video_watch_person on video_watch (user_id);

-- What somebody is watching: one video at a time.
create table video_play (
  user_id bigint primary key,
  play_key text not null,
  video_id bigint not null references meeting_video,
  -- Up to when the time that has passed was counted, by this clock.
  beat_time timestamptz not null default clock_timestamp()
);
create index video_play_video on video_play (video_id);

create index course_enroll_learning on course_enroll (learner_id) where enroll_status = 'learning';
