-- The seat that each attendee was told of last, and on which account: a plan that is published again tells those whose seat is another one.
create table meeting_seat_told (
  register_id bigint primary key references meeting_registration on delete cascade,
  seat text not null,
  user_id bigint references sys_user on delete set null
);
