-- Until when an account that was locked for wrong passwords takes none; null for one that stays locked until somebody unlocks it.
alter table sys_user add column lock_until timestamptz;
create index sys_user_locked on sys_user (lock_until) where account_status = 'locked';
