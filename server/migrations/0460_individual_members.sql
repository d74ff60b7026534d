-- A member is a company or a person of the pool of directors and experts; exactly the one that its kind asks for. All that stand
-- already are companies, which the kind's default says.
alter table member alter column company_id drop not null;
alter table member add column person_id bigint references director_user;
alter table member add constraint member_party check (
  (member_kind = 'company' and company_id is not null and person_id is null) or (member_kind = 'person' and person_id is not null and company_id is null));
-- One membership that stands per person, as per company.
create unique index member_person_standing_unique on member (person_id) where not deleted and member_status in ('normal', 'suspended', 'leaving');
create index member_person on member (person_id) where person_id is not null;
create index member_kind on member (member_kind, update_time desc nulls last, member_id desc) where not deleted;
-- Payers are looked up by their name.
create index director_user_name on director_user (name);
