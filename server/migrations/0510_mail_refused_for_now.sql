-- A mail that the other side refuses for now (4xx, greylisting) is tried again by itself for a day.
alter table message_recipient
  -- Times that it was refused for now.
  add column deferrals int not null default 0,
  -- Before then it is not tried again.
  add column retry_time timestamptz;
alter table invoice_send
  -- As above; such a try is none of those that a person sees counted.
  add column deferrals int not null default 0,
  add column retry_time timestamptz;
