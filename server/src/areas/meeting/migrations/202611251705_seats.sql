-- Seats of meetings.

create table meeting_seat_plan (
  meet_id bigint primary key references meeting on delete cascade,
  areas jsonb not null,
  published boolean not null default false,
  update_time timestamptz not null default now()
);

create table meeting_seat (
  seat_id bigint generated always as identity primary key,
  meet_id bigint not null references meeting_seat_plan on delete cascade,
  area text not null,
  line int not null check (line > 0),
  place int not null check (place > 0),
  state text not null default 'free' check (state in ('free', 'blocked', 'locked')),
  register_id bigint references meeting_registration,
  -- Why somebody was seated here by rule.
  reason text,
  constraint meeting_seat_place unique (meet_id, area, line, place),
  constraint meeting_seat_blocked check (state <> 'blocked' or register_id is null)
);
create unique index meeting_seat_person on meeting_seat (register_id) where register_id is not null;

-- A place that is given up gives its seat up, whoever or whatever has given it up.
create function free_meeting_seat() returns trigger language plpgsql as $$
begin
  update meeting_seat set register_id = null, reason = null where register_id = new.register_id;
  return null;
end $$;
create trigger meeting_registration_seat after update of reg_status on meeting_registration for each row
  when (new.reg_status in ('rejected', 'cancelled', 'waiting')) execute function free_meeting_seat();
