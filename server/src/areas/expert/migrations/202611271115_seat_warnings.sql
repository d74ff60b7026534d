-- What is amiss with seats and offices: found by a job, closed by the facts, handled by staff.
create table seat_warning (
  warning_id bigint generated always as identity primary key,
  warning_kind text not null check (warning_kind in ('boards', 'years', 'cooling', 'vacant', 'absent', 'days', 'secretary')),
  person_id bigint references director_base,
  company_id bigint references company,
  appointment_id bigint references director_appointment on delete set null,
  -- Whom and what it is about, so that one fact has one warning for as long as it lasts.
  fact_key text not null,
  detail text not null,
  found_date date not null,
  closed_date date,
  warning_status text not null default 'open' check (warning_status in ('open', 'handled', 'closed')),
  dept_id bigint references dept,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint seat_warning_about check (person_id is not null or company_id is not null)
);
create unique index seat_warning_once on seat_warning (fact_key) where warning_status <> 'closed';
create index seat_warning_found on seat_warning (found_date, warning_id);
create index seat_warning_found_desc on seat_warning (found_date desc nulls last, warning_id desc);
create index seat_warning_update on seat_warning (update_time, warning_id);
create index seat_warning_update_desc on seat_warning (update_time desc nulls last, warning_id desc);
create index seat_warning_kind on seat_warning (warning_kind, found_date desc nulls last, warning_id desc);
create index seat_warning_status on seat_warning (warning_status, found_date desc nulls last, warning_id desc);
create index seat_warning_person on seat_warning (person_id, found_date desc nulls last, warning_id desc);
create index seat_warning_company on seat_warning (company_id, found_date desc nulls last, warning_id desc);
create index seat_warning_appointment on seat_warning (appointment_id) where appointment_id is not null;
create index seat_warning_dept on seat_warning (dept_id, found_date desc nulls last, warning_id desc);

create index director_appointment_first on director_appointment (first_date) where role_type = 'independent' and appoint_status = 'serving';
create index director_appointment_serving on director_appointment (person_id, company_id) where role_type = 'independent' and appoint_status = 'serving';
