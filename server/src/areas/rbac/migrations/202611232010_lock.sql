-- A session that its person has locked: nothing is done with it until they type their password.
alter table session add column lock_time timestamptz;
