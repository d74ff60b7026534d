-- What a registration owes, by when a place must be paid, and how it was paid and given back.
alter table meeting_registration
  add column due_amount bigint not null default 0 check (due_amount >= 0),
  -- When it got its place last: whoever gets one late has a day to pay.
  add column placed_time timestamptz,
  add column pay_warned boolean not null default false;
update meeting_registration r set due_amount = m.fee_amount from meeting m where m.meet_id = r.meet_id and r.pay_status <> 'none';
update meeting_registration set placed_time = update_time where reg_status in ('confirmed', 'attended');
create index meeting_registration_unpaid on meeting_registration (meet_id) where reg_status = 'confirmed' and pay_status = 'unpaid';

create function note_meeting_place() returns trigger language plpgsql as $$
begin
  if new.reg_status = 'confirmed' and (tg_op = 'INSERT' or old.reg_status <> 'confirmed') then
    new.placed_time := clock_timestamp();
    new.pay_warned := false;
  end if;
  return new;
end $$;
create trigger meeting_registration_placed before insert or update of reg_status on meeting_registration for each row execute function note_meeting_place();

create table meeting_fee_entry (
  entry_id bigint generated always as identity primary key,
  register_id bigint not null references meeting_registration,
  entry_type text not null check (entry_type in ('paid', 'refunded')),
  -- Of the bank's statement, or of a receipt; a refund bears the serial of what it gives back, and its own voucher.
  serial_no text,
  receipt_no text,
  amount bigint not null check (amount > 0),
  entry_date date not null,
  remark text,
  create_by bigint,
  create_time timestamptz not null default now(),
  constraint meeting_fee_entry_proof check (serial_no is not null or receipt_no is not null)
);
create index meeting_fee_entry_register on meeting_fee_entry (register_id, entry_id);
create index meeting_fee_entry_serial on meeting_fee_entry (serial_no) where serial_no is not null;
create trigger meeting_fee_entry_append_only before update or delete on meeting_fee_entry for each row execute function refuse_change();
