-- Where people of a meeting sleep.

create table meeting_stay_stock (
  meet_id bigint not null references meeting on delete cascade,
  hotel text not null,
  room_type text not null check (room_type in ('king', 'twinSingle', 'twinShared')),
  night date not null,
  rooms int not null check (rooms >= 0),
  sort_no int not null,
  primary key (meet_id, hotel, room_type, night)
);

-- A room for some nights: of one person, or of two who share it.
create table meeting_stay (
  stay_id bigint generated always as identity primary key,
  meet_id bigint not null references meeting on delete cascade,
  hotel text not null,
  room_type text not null check (room_type in ('king', 'twinSingle', 'twinShared')),
  check_in date not null,
  check_out date not null check (check_out > check_in),
  room_no text,
  reason text
);
create index meeting_stay_meet on meeting_stay (meet_id, hotel, room_type);

create table meeting_stay_guest (
  register_id bigint primary key references meeting_registration,
  stay_id bigint not null references meeting_stay on delete cascade
);
create index meeting_stay_guest_stay on meeting_stay_guest (stay_id);

-- Whoever gives up their place, or wants another room or other nights, has no room until they are given one again.
create function free_meeting_stay() returns trigger language plpgsql as $$
begin
  delete from meeting_stay_guest where register_id = new.register_id;
  delete from meeting_stay s where s.meet_id = new.meet_id and not exists (select from meeting_stay_guest g where g.stay_id = s.stay_id);
  return null;
end $$;
create trigger meeting_registration_stay_left after update of reg_status on meeting_registration for each row
  when (new.reg_status in ('rejected', 'cancelled', 'waiting')) execute function free_meeting_stay();
create trigger meeting_registration_stay_changed after update of need_stay, room_type, check_in_date, check_out_date, gender on meeting_registration for each row
  when ((old.need_stay, old.room_type, old.check_in_date, old.check_out_date, old.gender) is distinct from (new.need_stay, new.room_type, new.check_in_date, new.check_out_date, new.gender)) execute function free_meeting_stay();
