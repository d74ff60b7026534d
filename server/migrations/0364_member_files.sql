-- Papers of a case and of an application.
alter table member_withdraw add column apply_letter jsonb not null default '[]';
alter table join_apply add column materials jsonb not null default '[]';
-- Whose contacts and members go to a successor.
create index contact_keeper on contact (create_by, contact_id);
create index member_keeper on member (create_by, member_id) where not deleted;
