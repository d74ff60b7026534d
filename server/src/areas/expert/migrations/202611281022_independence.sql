-- Whom a row is about, beside the row, so that directors and companies find their own: kept by triggers, for a person's entry of the pool
-- is linked and a company merged later. The columns refer to nothing themselves: what they repeat does.
alter table director_appointment add column pool_id bigint;
update director_appointment a set pool_id = p.pool_id from director_base p where p.person_id = a.person_id and p.pool_id is not null;
create index director_appointment_pool on director_appointment (pool_id) where pool_id is not null;

alter table director_duty add column company_id bigint, add column pool_id bigint;
update director_duty d set company_id = a.company_id, pool_id = a.pool_id from director_appointment a where a.appointment_id = d.appointment_id;
alter table director_duty alter column company_id set not null;
create index director_duty_company on director_duty (company_id, duty_date desc nulls last, duty_id desc);
create index director_duty_pool on director_duty (pool_id) where pool_id is not null;

create table independence_check (
  check_id bigint generated always as identity primary key,
  appointment_id bigint not null references director_appointment,
  company_id bigint not null,
  pool_id bigint,
  check_year int not null check (check_year between 2023 and 2100),
  -- From which day on the rule holds whose items are answered.
  rule_date date not null,
  item1 text check (item1 in ('yes', 'no')), note1 text,
  item2 text check (item2 in ('yes', 'no')), note2 text,
  item3 text check (item3 in ('yes', 'no')), note3 text,
  item4 text check (item4 in ('yes', 'no')), note4 text,
  item5 text check (item5 in ('yes', 'no')), note5 text,
  item6 text check (item6 in ('yes', 'no')), note6 text,
  item7 text check (item7 in ('yes', 'no')), note7 text,
  item8 text check (item8 in ('yes', 'no')), note8 text,
  sign_file jsonb not null default '[]',
  board_conclusion text check (board_conclusion in ('agreed', 'unfit')),
  board_opinion text,
  return_reason text,
  check_status text not null default 'unfilled' check (check_status in ('unfilled', 'pending', 'waiting', 'returned', 'completed')),
  conclusion text generated always as (case when check_status not in ('waiting', 'completed') then null when board_conclusion = 'unfit' then 'unfit'
    when 'yes' = any (array[item1, item2, item3, item4, item5, item6, item7, item8]) then 'explain' else 'fit' end) stored,
  acted_by text[] not null default '{}',
  dept_id bigint references dept,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint independence_check_once unique (appointment_id, check_year),
  constraint independence_check_answered check (check_status not in ('waiting', 'completed') or num_nulls(item1, item2, item3, item4, item5, item6, item7, item8) = 0)
);
create index independence_check_year on independence_check (check_year, check_id);
create index independence_check_year_desc on independence_check (check_year desc nulls last, check_id desc);
create index independence_check_update on independence_check (update_time, check_id);
create index independence_check_update_desc on independence_check (update_time desc nulls last, check_id desc);
create index independence_check_status on independence_check (check_status, update_time desc nulls last, check_id desc);
create index independence_check_conclusion on independence_check (conclusion, update_time desc nulls last, check_id desc);
create index independence_check_company on independence_check (company_id, update_time desc nulls last, check_id desc);
create index independence_check_pool on independence_check (pool_id) where pool_id is not null;
create index independence_check_dept on independence_check (dept_id, update_time desc nulls last, check_id desc);

-- Each reads what it repeats under a lock: who changes that meanwhile finds the new row afterwards.
create function appointment_takes_pool() returns trigger language plpgsql as $$
begin
  select p.pool_id into new.pool_id from director_base p where p.person_id = new.person_id for share;
  return new;
end $$;
create trigger appointment_pool before insert or update of person_id on director_appointment for each row execute function appointment_takes_pool();

create function pool_of_person_changed() returns trigger language plpgsql as $$
begin
  update director_appointment set pool_id = new.pool_id where person_id = new.person_id and pool_id is distinct from new.pool_id;
  return null;
end $$;
create trigger director_base_pool_changed after update of pool_id on director_base for each row when (old.pool_id is distinct from new.pool_id) execute function pool_of_person_changed();

create function row_takes_appointment() returns trigger language plpgsql as $$
begin
  select a.company_id, a.pool_id into new.company_id, new.pool_id from director_appointment a where a.appointment_id = new.appointment_id for share;
  return new;
end $$;
create trigger director_duty_about before insert or update of appointment_id on director_duty for each row execute function row_takes_appointment();
create trigger independence_check_about before insert or update of appointment_id on independence_check for each row execute function row_takes_appointment();

create function appointment_about_changed() returns trigger language plpgsql as $$
begin
  update director_duty set company_id = new.company_id, pool_id = new.pool_id where appointment_id = new.appointment_id;
  update independence_check set company_id = new.company_id, pool_id = new.pool_id where appointment_id = new.appointment_id;
  return null;
end $$;
create trigger director_appointment_about after update on director_appointment for each row
  when (old.company_id is distinct from new.company_id or old.pool_id is distinct from new.pool_id) execute function appointment_about_changed();

alter table seat_warning drop constraint seat_warning_warning_kind_check;
alter table seat_warning add constraint seat_warning_warning_kind_check check (warning_kind in ('boards', 'years', 'cooling', 'vacant', 'absent', 'days', 'secretary', 'check'));
