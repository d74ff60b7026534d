-- What somebody sends a day without a second person is counted over her messages. `alone_time` is when a message was handed in and
-- went without anybody else's word; `automatic` marks what a reminder rule writes, which is judged by itself.
alter table message
  add column automatic boolean not null default false,
  add column alone_time timestamptz;
create index message_alone on message (submit_by, channel, alone_time) where alone_time is not null and not automatic;
