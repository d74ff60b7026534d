-- Search of permits; when a person got a role and a role a permit. What was given before this has no such time.
alter table permit add column search_grams text[] generated always as (text_grams(permit_code) || text_grams(permit_name)) stored;
create index permit_grams on permit using gin (search_grams) with (fastupdate = off);
create index permit_order_code on permit (permit_code, permit_id);
create index permit_order_code_desc on permit (permit_code desc nulls last, permit_id desc);
create index permit_order_name on permit (permit_name, permit_id);
create index permit_order_name_desc on permit (permit_name desc nulls last, permit_id desc);

alter table user_role add column create_time timestamptz;
alter table user_role alter column create_time set default now();
alter table role_permit add column create_time timestamptz;
alter table role_permit alter column create_time set default now();
-- People of a role by when it ends for them.
create index user_role_expiry on user_role (role_id, expire_time, user_id);
