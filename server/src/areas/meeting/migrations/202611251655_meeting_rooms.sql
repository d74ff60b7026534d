-- Rooms that a meeting has booked, and its cover.

alter table meeting
  add column cover jsonb not null default '[]',
  -- What was asked for; what stands is read from the bookings.
  add column rooms jsonb not null default '[]';
alter table room_reservation add column meet_id bigint references meeting on delete set null;
create index room_reservation_meet on room_reservation (meet_id, start_time) where meet_id is not null;
-- Meetings that are held at the same time.
create index meeting_overlap on meeting using gist (tstzrange(start_time, end_time));
