-- The list of live sessions in each of its orders.
create index session_live_seen_last on session (last_seen_time desc nulls last, session_id desc) where end_time is null;
create index session_live_created on session (create_time desc nulls last, session_id desc) where end_time is null;
drop index session_live_seen;
