-- Experts of the association; directors and secretaries of listed companies, their appointments and what they did in office.

create table expert (
  expert_id bigint generated always as identity primary key,
  expert_no text not null constraint expert_no_unique unique,
  name text not null,
  name_initials text not null default '',
  unit text not null,
  title_name text,
  fields text[] not null check (cardinality(fields) between 1 and 8),
  mobile text not null constraint expert_mobile_unique unique,
  email text not null,
  -- Masked; the numbers themselves stand encrypted beside it.
  id_card text,
  id_card_sealed text,
  id_card_print text constraint expert_id_card_unique unique,
  bank_card text,
  bank_card_sealed text,
  bank_card_print text,
  related_companies jsonb not null default '[]',
  term_end date not null,
  remark text,
  expert_status text not null default 'pending' check (expert_status in ('pending', 'serving', 'suspended', 'refused', 'dismissed')),
  acted_by text[] not null default '{}',
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(expert_no) || text_grams(name) || text_grams(name_initials) || text_grams(unit)) stored
);
create index expert_number on expert (expert_no, expert_id);
create index expert_number_desc on expert (expert_no desc nulls last, expert_id desc);
create index expert_term on expert (term_end, expert_id);
create index expert_term_desc on expert (term_end desc nulls last, expert_id desc);
create index expert_update on expert (update_time, expert_id);
create index expert_update_desc on expert (update_time desc nulls last, expert_id desc);
create index expert_status_update on expert (expert_status, update_time desc nulls last, expert_id desc);
create index expert_fields on expert using gin (fields);
create index expert_grams on expert using gin (search_grams) with (fastupdate = off);
create index expert_dept on expert (dept_id, update_time desc nulls last, expert_id desc);
create index expert_maker on expert (create_by, update_time desc nulls last, expert_id desc);

create table director_base (
  person_id bigint generated always as identity primary key,
  name text not null,
  name_initials text not null default '',
  id_card text not null,
  id_card_sealed text not null,
  id_card_print text not null constraint director_base_id_card_unique unique,
  -- Both are read from the ID number when it is written.
  gender text not null check (gender in ('unknown', 'male', 'female')),
  birth_date date not null,
  mobile text not null,
  email text,
  education text check (education in ('junior', 'bachelor', 'master', 'doctor')),
  pool_id bigint references director_user,
  remark text,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(name) || text_grams(name_initials)) stored
);
create index director_base_mobile on director_base (mobile);
create index director_base_birth on director_base (birth_date, person_id);
create index director_base_birth_desc on director_base (birth_date desc nulls last, person_id desc);
create index director_base_update on director_base (update_time, person_id);
create index director_base_update_desc on director_base (update_time desc nulls last, person_id desc);
create index director_base_education on director_base (education, update_time desc nulls last, person_id desc);
create index director_base_pool on director_base (pool_id) where pool_id is not null;
create index director_base_grams on director_base using gin (search_grams) with (fastupdate = off);
create index director_base_dept on director_base (dept_id, update_time desc nulls last, person_id desc);
create index director_base_maker on director_base (create_by, update_time desc nulls last, person_id desc);

create table director_appointment (
  appointment_id bigint generated always as identity primary key,
  person_id bigint not null references director_base,
  company_id bigint not null references company,
  role_type text not null check (role_type in ('independent', 'director', 'employee', 'secretary', 'affairs')),
  committees text[],
  chairs text[],
  first_date date not null,
  term_start date not null,
  term_end date not null,
  leave_date date,
  allowance bigint check (allowance >= 0),
  remark text,
  appoint_status text not null default 'candidate' check (appoint_status in ('candidate', 'serving', 'left', 'unelected')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint director_appointment_term check (term_end >= term_start and term_start >= first_date),
  constraint director_appointment_chairs check (chairs is null or chairs <@ coalesce(committees, '{}')),
  constraint director_appointment_left check (leave_date is null or leave_date >= term_start),
  constraint director_appointment_unique unique (person_id, company_id, role_type, term_start)
);
create unique index director_appointment_secretary on director_appointment (company_id) where role_type = 'secretary' and appoint_status = 'serving';
create index director_appointment_start on director_appointment (term_start, appointment_id);
create index director_appointment_start_desc on director_appointment (term_start desc nulls last, appointment_id desc);
create index director_appointment_end on director_appointment (term_end, appointment_id);
create index director_appointment_end_desc on director_appointment (term_end desc nulls last, appointment_id desc);
create index director_appointment_update on director_appointment (update_time, appointment_id);
create index director_appointment_update_desc on director_appointment (update_time desc nulls last, appointment_id desc);
create index director_appointment_person on director_appointment (person_id, role_type, appoint_status);
create index director_appointment_company on director_appointment (company_id, update_time desc nulls last, appointment_id desc);
create index director_appointment_role on director_appointment (role_type, update_time desc nulls last, appointment_id desc);
create index director_appointment_status on director_appointment (appoint_status, update_time desc nulls last, appointment_id desc);
create index director_appointment_dept on director_appointment (dept_id, update_time desc nulls last, appointment_id desc);
create index director_appointment_maker on director_appointment (create_by, update_time desc nulls last, appointment_id desc);

create table director_duty (
  duty_id bigint generated always as identity primary key,
  appointment_id bigint not null references director_appointment,
  duty_type text not null check (duty_type in ('board', 'general', 'committee', 'independent', 'onsite', 'investor', 'training')),
  duty_date date not null,
  attend_way text check (attend_way in ('onsite', 'remote', 'proxy', 'absent')),
  duty_days numeric(4, 1) not null check (duty_days between 0 and 366),
  duty_note text not null,
  proof jsonb not null default '[]',
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1
);
create index director_duty_date on director_duty (duty_date, duty_id);
create index director_duty_date_desc on director_duty (duty_date desc nulls last, duty_id desc);
create index director_duty_update on director_duty (update_time, duty_id);
create index director_duty_update_desc on director_duty (update_time desc nulls last, duty_id desc);
create index director_duty_appointment on director_duty (appointment_id, duty_date desc);
create index director_duty_type on director_duty (duty_type, duty_date desc nulls last, duty_id desc);
create index director_duty_dept on director_duty (dept_id, duty_date desc nulls last, duty_id desc);
create index director_duty_maker on director_duty (create_by, duty_date desc nulls last, duty_id desc);
