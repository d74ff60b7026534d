-- Who does not come loses the room, and bookings are listed.

alter table room_reservation drop constraint room_reservation_reserve_status_check;
alter table room_reservation add constraint room_reservation_reserve_status_check
  check (reserve_status in ('pending', 'reserved', 'inUse', 'rejected', 'cancelled', 'finished', 'released'));
alter table room_reservation
  add column present_time timestamptz,
  add column reminded boolean not null default false,
  add column search_grams text[] generated always as (text_grams(title)) stored;

create index room_reservation_list on room_reservation (start_time, reservation_id);
create index room_reservation_list_desc on room_reservation (start_time desc nulls last, reservation_id desc);
create index room_reservation_made on room_reservation (create_time, reservation_id);
create index room_reservation_made_desc on room_reservation (create_time desc nulls last, reservation_id desc);
create index room_reservation_room_list on room_reservation (room_id, start_time desc, reservation_id desc);
create index room_reservation_status_list on room_reservation (reserve_status, start_time desc, reservation_id desc);
create index room_reservation_dept_list on room_reservation (dept_id, start_time desc, reservation_id desc);
create index room_reservation_applicant_list on room_reservation (applicant_id, start_time desc, reservation_id desc);
create index room_reservation_grams on room_reservation using gin (search_grams) with (fastupdate = off);
create index room_reservation_unreminded on room_reservation (start_time) where reserve_status = 'reserved' and not reminded;
-- They begin with the same columns as the new ones.
drop index room_reservation_start;
drop index room_reservation_applicant;
