-- Results as they are: taken by the other side is not arrived, and what found no provider never left the house.
alter table message_recipient drop constraint message_recipient_recipient_status_check;
update message_recipient set recipient_status = 'sending' where recipient_status = 'submitted';
update message_recipient set recipient_status = case when reason like '尚未接入%' then 'kept' else 'submitted' end where recipient_status = 'delivered';
alter table message_recipient add constraint message_recipient_recipient_status_check
  check (recipient_status in ('queued', 'sending', 'submitted', 'delivered', 'failed', 'kept', 'skipped', 'unknown'));
alter table message_recipient
  -- What the other side answered when it refused, such as 550 5.1.1.
  add column fail_code text,
  -- Under what the other side tells what became of it.
  add column provider_ref text;
update message_recipient set provider_ref = 'message-' || recipient_id where submit_time is not null;
create unique index message_recipient_ref on message_recipient (provider_ref) where provider_ref is not null;
create index message_recipient_in_hand on message_recipient (submit_time) where recipient_status = 'sending';

alter table message
  -- The provider's number of its template, and what a part cost (分), when it was handed in.
  add column template_code text,
  add column part_price int not null default 0,
  -- Why it stands still though it should be on its way, until when, and how often it did so in a row.
  add column held_reason text,
  add column held_code text,
  add column held_until timestamptz,
  add column held_tries int not null default 0;
alter table message drop constraint message_msg_status_check;
alter table message add constraint message_msg_status_check
  check (msg_status in ('draft', 'approval', 'refused', 'queued', 'sending', 'paused', 'done', 'partly', 'kept', 'cancelled'));
update message m set msg_status = 'kept' where msg_status = 'done'
  and exists (select 1 from message_recipient r where r.message_id = m.message_id and r.recipient_status = 'kept')
  and not exists (select 1 from message_recipient r where r.message_id = m.message_id and r.recipient_status in ('submitted', 'delivered'));
-- A message that was taken back has no recipients that wait, and costs nothing.
update message_recipient r set recipient_status = 'skipped', reason = '已取消', parts = 0
  from message m where m.message_id = r.message_id and m.msg_status = 'cancelled' and r.recipient_status = 'queued';
update message set part_count = 0 where msg_status = 'cancelled';

-- What providers have called back with, so that the same words count once; kept for some days.
create table message_callback (
  digest text primary key,
  taken_time timestamptz not null default now()
);
create index message_callback_time on message_callback (taken_time);
