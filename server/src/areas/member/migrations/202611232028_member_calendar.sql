-- Until when rights are suspended, and whether the calendar did it for dues; the council's term under which a member stands.
alter table member add column suspend_until date, add column suspend_cause text check (suspend_cause in ('arrears')), add column term_name text;
create index member_suspended on member (member_id) where member_status = 'suspended' and not deleted;
create index member_term on member (term_name, member_id) where not deleted;

-- 0: by the parameter that holds for all.
alter table member_category add column exclusive_quota int not null default 0 check (exclusive_quota >= 0);
create index exclusive_user_open on exclusive_user (member_id) where exclusive_status = 'normal';

-- Whom a demand was matched with.
alter table demand add column director_ids bigint[] not null default '{}';
