-- People who learn, one row a person, and the ledger of their hours.

create table learner (
  learner_id bigint generated always as identity primary key,
  name text not null,
  -- Those who were merged keep their number, so that it leads to who they were merged into.
  mobile text not null constraint learner_mobile_unique unique,
  learner_role text not null check (learner_role in ('independent', 'secretary', 'affairs', 'director', 'other')),
  role_since date,
  company_id bigint references company,
  unit_name text,
  remark text,
  user_id bigint,
  director_id bigint,
  contact_id bigint,
  merged_into bigint references learner,
  -- Kept by what changes the ledger, and every night: the window moves on with the calendar, and what is asked for is a parameter.
  wanted_hours numeric(5, 1) not null default 0,
  earned_hours numeric(6, 1) not null default 0,
  window_from date,
  deadline date,
  short boolean generated always as (earned_hours < wanted_hours) stored,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(name) || text_grams(coalesce(unit_name, ''))) stored,
  constraint learner_merged_elsewhere check (merged_into is distinct from learner_id)
);
create index learner_deadline on learner (deadline, learner_id);
create index learner_deadline_desc on learner (deadline desc nulls last, learner_id desc);
create index learner_update on learner (update_time, learner_id);
create index learner_update_desc on learner (update_time desc nulls last, learner_id desc);
create index learner_role_update on learner (learner_role, update_time desc nulls last, learner_id desc);
create index learner_company on learner (company_id, update_time desc nulls last, learner_id desc);
create index learner_short on learner (short, update_time desc nulls last, learner_id desc);
create index learner_merged on learner (merged_into) where merged_into is not null;
create index learner_dept on learner (dept_id, update_time desc nulls last, learner_id desc);
create index learner_maker on learner (create_by, update_time desc nulls last, learner_id desc);
create index learner_director on learner (director_id) where director_id is not null;
create index learner_user on learner (user_id) where user_id is not null;
create index learner_grams on learner using gin (search_grams) with (fastupdate = off);

create table hours_entry (
  entry_id bigint generated always as identity primary key,
  learner_id bigint not null references learner,
  source_type text not null check (source_type in ('session', 'meeting', 'course', 'exchange', 'lecturing', 'claim')),
  source_id text not null,
  title text not null,
  hours numeric(4, 1) not null check (hours > 0),
  learned_on date not null,
  proof jsonb not null default '[]',
  remark text,
  opinion text,
  entry_status text not null default 'pending' check (entry_status in ('pending', 'approved', 'revoked')),
  acted_by text[] not null default '{}',
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(title)) stored
);
-- A source counts once for a learner; what was revoked may be noted anew.
create unique index hours_entry_source_unique on hours_entry (learner_id, source_type, source_id) where entry_status <> 'revoked';
create index hours_entry_source on hours_entry (source_type, source_id);
create index hours_entry_day on hours_entry (learned_on, entry_id);
create index hours_entry_day_desc on hours_entry (learned_on desc nulls last, entry_id desc);
create index hours_entry_time on hours_entry (create_time, entry_id);
create index hours_entry_time_desc on hours_entry (create_time desc nulls last, entry_id desc);
create index hours_entry_learner on hours_entry (learner_id, create_time desc nulls last, entry_id desc);
create index hours_entry_type on hours_entry (source_type, create_time desc nulls last, entry_id desc);
create index hours_entry_status on hours_entry (entry_status, create_time desc nulls last, entry_id desc);
create index hours_entry_maker on hours_entry (create_by, create_time desc nulls last, entry_id desc);
create index hours_entry_grams on hours_entry using gin (search_grams) with (fastupdate = off);

-- The ledger is added to. What an entry says stays; its status moves on, and it follows a learner who is merged.
create function hours_entry_keeps() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'entries of the ledger of hours are not deleted';
  end if;
  if (new.source_type, new.source_id, new.title, new.hours, new.learned_on, new.create_by, new.create_time)
    is distinct from (old.source_type, old.source_id, old.title, old.hours, old.learned_on, old.create_by, old.create_time) then
    raise exception 'entries of the ledger of hours are not changed';
  end if;
  if old.entry_status = 'revoked' and new.entry_status <> 'revoked' then
    raise exception 'an entry of the ledger of hours that was revoked stays so';
  end if;
  return new;
end $$;
create trigger hours_entry_keeps before update or delete on hours_entry for each row execute function hours_entry_keeps();
