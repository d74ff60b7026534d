-- Messages are found by their whole recipient, and listed by channel and by what became of them.
create index outbox_recipient on outbox (lower(recipient));
create index outbox_status_last on outbox (outbox_status, create_time desc nulls last, outbox_id desc);
create index outbox_channel_last on outbox (channel, create_time desc nulls last, outbox_id desc);
drop index outbox_status_time;
