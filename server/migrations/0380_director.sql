create table director_user (
  director_id bigint generated always as identity primary key,
  name text not null,
  -- Masked; the number itself is sealed, and its print finds doubles.
  id_card text not null,
  id_card_sealed text not null,
  id_card_print text not null,
  mobile text not null,
  email text not null,
  current_unit text not null,
  professions text[] not null,
  title_name text,
  experience_years int not null check (experience_years between 0 and 60),
  current_seats int not null check (current_seats between 0 and 20),
  is_accounting boolean not null,
  accounting_qual text check (accounting_qual in ('cpa', 'senior', 'experienced')),
  punished36m boolean not null,
  resume jsonb not null,
  consent_time timestamptz not null,
  remark text,
  refused_date date,
  pool_status text not null default 'pending' check (pool_status in ('pending', 'returned', 'listed', 'refused', 'suspended', 'removed')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(name) || text_grams(current_unit)) stored,
  constraint director_user_id_card_unique unique (id_card_print),
  constraint director_user_mobile_unique unique (mobile),
  constraint director_user_qual check (is_accounting = (accounting_qual is not null))
);
create index director_user_years on director_user (experience_years, director_id);
create index director_user_years_desc on director_user (experience_years desc nulls last, director_id desc);
create index director_user_seats on director_user (current_seats, director_id);
create index director_user_seats_desc on director_user (current_seats desc nulls last, director_id desc);
create index director_user_update on director_user (update_time, director_id);
create index director_user_update_desc on director_user (update_time desc nulls last, director_id desc);
create index director_user_status on director_user (pool_status, director_id);
create index director_user_accounting on director_user (is_accounting, pool_status, director_id);
create index director_user_professions on director_user using gin (professions) with (fastupdate = off);
create index director_user_grams on director_user using gin (search_grams) with (fastupdate = off);
