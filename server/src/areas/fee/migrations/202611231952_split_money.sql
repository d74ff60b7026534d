-- One transfer for several members: the line of the bank is split into lines of its own, each of which stands in one place as every
-- line does. The line that was split keeps what the bank said, and its item is closed as split.
alter table bank_line add column parent_line_id bigint references bank_line;
create index bank_line_parent on bank_line (parent_line_id) where parent_line_id is not null;
alter table suspense_item drop constraint suspense_item_suspense_status_check;
alter table suspense_item
  add constraint suspense_item_suspense_status_check check (suspense_status in ('open', 'claimed', 'returned', 'other', 'split'));

-- The parts of a line are the line, whoever wrote them.
create function bank_line_parts_agree() returns trigger language plpgsql as $$
begin
  if (select sum(c.amount) from bank_line c where c.parent_line_id = new.parent_line_id)
    is distinct from (select p.amount from bank_line p where p.line_id = new.parent_line_id and p.payment_id is null) then
    raise exception 'parts of bank line % do not make up its amount', new.parent_line_id using errcode = 'check_violation', constraint = 'bank_line_parts';
  end if;
  return null;
end $$;
create constraint trigger bank_line_parts after insert or update of amount, parent_line_id on bank_line deferrable initially deferred
  for each row when (new.parent_line_id is not null) execute function bank_line_parts_agree();
