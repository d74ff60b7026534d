-- Whether the mobile of an applicant was verified: by a code sent to it, or by a call that somebody made. Applications that passed
-- their first review before this was asked for stay as they are.
alter table join_apply add column verify_way text check (verify_way in ('sms', 'call')), add column verified_by_id bigint, add column verified_time timestamptz,
  add constraint join_apply_verified check ((verify_way is null) = (verified_time is null));
