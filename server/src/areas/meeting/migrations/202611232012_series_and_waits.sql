-- Bookings that come again, and people who wait for a room that is taken.

create table room_series (
  series_id bigint generated always as identity primary key,
  title text not null,
  repeat text not null check (repeat in ('once', 'daily', 'weekly', 'fortnightly', 'monthDay', 'monthWeekday')),
  create_by bigint,
  create_time timestamptz not null default now()
);
alter table room_reservation add column series_id bigint references room_series;
create index room_reservation_series on room_reservation (series_id, start_time) where series_id is not null;

create table room_wait (
  wait_id bigint generated always as identity primary key,
  room_id bigint not null references meeting_room,
  title text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  attend_num int not null check (attend_num between 1 and 1000),
  applicant_id bigint not null references sys_user,
  wait_state text not null default 'waiting' check (wait_state in ('waiting', 'told', 'booked', 'lapsed', 'withdrawn')),
  -- Until then whoever was told is the only one to know.
  told_until timestamptz,
  create_time timestamptz not null default now(),
  constraint room_wait_times check (start_time < end_time)
);
create unique index room_wait_once on room_wait (applicant_id, room_id, start_time, end_time) where wait_state in ('waiting', 'told');
create index room_wait_room on room_wait (room_id, create_time, wait_id) where wait_state in ('waiting', 'told');
create index room_wait_open on room_wait (start_time) where wait_state in ('waiting', 'told');
create index room_wait_applicant on room_wait (applicant_id, start_time);
