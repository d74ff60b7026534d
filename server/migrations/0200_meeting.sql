-- Meeting rooms and their reservations.
create table meeting_room (
  room_id bigint generated always as identity primary key,
  room_name text not null,
  location text not null,
  capacity int not null check (capacity between 1 and 1000),
  equipment text[] not null default '{}',
  -- Local clock time in Asia/Shanghai, on the half hour.
  open_from text not null check (open_from ~ '^([01]\d|2[0-3]):(00|30)$'),
  open_to text not null check (open_to ~ '^([01]\d|2[0-3]):(00|30)$'),
  need_audit boolean not null default false,
  room_status text not null default 'available' check (room_status in ('available', 'maintenance', 'closed')),
  remark text,
  -- Name, place and initials of the name, as a keyword is compared with them.
  search_text text not null default '',
  search_grams text[] generated always as (text_grams(search_text)) stored,
  deleted boolean not null default false,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint meeting_room_hours check (open_from < open_to)
);
-- A deleted room gives its name back.
create unique index meeting_room_name_unique on meeting_room (room_name) where not deleted;
create index meeting_room_sort_name on meeting_room (room_name, room_id) where not deleted;
create index meeting_room_sort_name_desc on meeting_room (room_name desc nulls last, room_id desc) where not deleted;
create index meeting_room_sort_capacity on meeting_room (capacity, room_id) where not deleted;
create index meeting_room_sort_capacity_desc on meeting_room (capacity desc nulls last, room_id desc) where not deleted;
create index meeting_room_grams on meeting_room using gin (search_grams) with (fastupdate = off);

create table room_reservation (
  reservation_id bigint generated always as identity primary key,
  room_id bigint not null references meeting_room,
  title text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  attend_num int not null check (attend_num between 1 and 1000),
  applicant_id bigint not null references sys_user,
  -- The applicant's department at the time, for the data scope.
  dept_id bigint,
  reserve_status text not null
    check (reserve_status in ('pending', 'reserved', 'inUse', 'rejected', 'cancelled', 'finished')),
  reject_reason text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint room_reservation_times check (start_time < end_time),
  -- Two live reservations of one room never overlap, whatever the program does; one may begin when the other ends.
  constraint room_reservation_no_overlap exclude using gist (room_id with =, tstzrange(start_time, end_time, '[)') with &&)
    where (reserve_status in ('pending', 'reserved', 'inUse'))
);
create index room_reservation_start on room_reservation (start_time);
create index room_reservation_applicant on room_reservation (applicant_id);
create index room_reservation_room_end on room_reservation (room_id, end_time) where reserve_status in ('pending', 'reserved', 'inUse');
-- What waits for a clock or for a person.
create index room_reservation_pending on room_reservation (start_time) where reserve_status = 'pending';
create index room_reservation_reserved on room_reservation (start_time) where reserve_status = 'reserved';
create index room_reservation_in_use on room_reservation (end_time) where reserve_status = 'inUse';
