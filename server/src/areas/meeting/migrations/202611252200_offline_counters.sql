-- Counters that sign in without a connection: when they took their list of people, and what they say of the time of a scan.

alter table meeting_sign_counter add column snapshot_time timestamptz;

-- log_time is when the server heard of a try; a counter without a connection says when it was.
alter table meeting_sign_log add column scan_time timestamptz;
alter table meeting_sign_log add column counter_key uuid;

-- What was scanned before a session was closed is good, whenever it arrives.
alter table meeting_session add column closed_time timestamptz;
update meeting_session set closed_time = update_time where session_status = 'closed';
