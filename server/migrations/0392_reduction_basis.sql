-- What a request rests on, and when a decision about it took effect: a member's statement tells each at its day.
alter table reduction
  add column basis jsonb not null default '[]',
  add column approve_time timestamptz,
  add column revoke_time timestamptz;
update reduction set approve_time = update_time where reduce_status = 'approved';
update reduction set approve_time = create_time, revoke_time = update_time where reduce_status = 'revoked';
