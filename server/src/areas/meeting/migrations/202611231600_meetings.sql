-- Meetings and who is registered for them.

create table meeting (
  meet_id bigint generated always as identity primary key,
  meet_no text not null constraint meeting_no_unique unique,
  meeting_name text not null,
  meeting_type text not null check (meeting_type in ('assembly', 'council', 'standing', 'supervisors', 'committee', 'training', 'seminar', 'forum', 'briefing')),
  organizer_dept_id bigint not null references dept,
  start_time timestamptz not null,
  end_time timestamptz not null,
  address text,
  online_url text,
  contact_name text,
  contact_phone text,
  reg_start timestamptz,
  reg_end timestamptz,
  change_until timestamptz,
  capacity int not null check (capacity >= 0),
  per_company_limit int not null check (per_company_limit >= 0),
  need_audit boolean not null,
  count_pending boolean not null,
  offer_hours int not null check (offer_hours >= 0),
  fee_amount bigint not null check (fee_amount >= 0),
  pay_until timestamptz,
  audience_categories bigint[] not null default '{}',
  audience_jurisdictions text[] not null default '{}',
  detail jsonb not null,
  meeting_status text not null default 'draft'
    check (meeting_status in ('draft', 'pending', 'returned', 'published', 'open', 'closed', 'running', 'ended', 'archived', 'cancelled')),
  acted_by text[] not null default '{}',
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(meeting_name) || text_grams(coalesce(address, ''))) stored,
  constraint meeting_times check (end_time > start_time)
);
create index meeting_start on meeting (start_time, meet_id);
create index meeting_start_desc on meeting (start_time desc nulls last, meet_id desc);
create index meeting_update on meeting (update_time, meet_id);
create index meeting_update_desc on meeting (update_time desc nulls last, meet_id desc);
create index meeting_status_start on meeting (meeting_status, start_time desc, meet_id desc);
create index meeting_type_start on meeting (meeting_type, start_time desc, meet_id desc);
create index meeting_dept on meeting (organizer_dept_id, start_time desc, meet_id desc);
create index meeting_maker on meeting (create_by, start_time desc, meet_id desc);
create index meeting_grams on meeting using gin (search_grams) with (fastupdate = off);

-- Numbers of registrations: gaps are allowed, so that those who register in the same second do not wait for one another.
create sequence meeting_register_no;

create table meeting_registration (
  register_id bigint generated always as identity primary key,
  register_no text not null constraint meeting_registration_no_unique unique,
  meet_id bigint not null references meeting,
  company_id bigint references company,
  unit_name text,
  name text not null,
  gender text not null check (gender in ('unknown', 'male', 'female')),
  post_name text not null,
  mobile text not null,
  email text,
  need_stay boolean not null,
  room_type text check (room_type in ('king', 'twinSingle', 'twinShared')),
  roommate text,
  check_in_date date,
  check_out_date date,
  diet_note text,
  arrive_time timestamptz,
  arrive_no text,
  leave_time timestamptz,
  need_pickup boolean not null,
  remark text,
  reg_status text not null check (reg_status in ('pending', 'confirmed', 'waiting', 'offered', 'rejected', 'cancelled', 'attended', 'absent')),
  pay_status text not null default 'none' check (pay_status in ('none', 'unpaid', 'paid', 'toRefund', 'refunded')),
  audit_opinion text,
  -- Since when it waits; the order of the waiting list.
  wait_since timestamptz,
  offer_until timestamptz,
  -- Cancelled with its meeting; whoever was registered is told by a job, which notes that it has.
  meeting_cancelled boolean not null default false,
  told boolean not null default false,
  -- The meeting's department: who sees its meetings sees who is registered for them.
  dept_id bigint not null references dept,
  acted_by text[] not null default '{}',
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(name) || text_grams(coalesce(unit_name, ''))) stored,
  constraint meeting_registration_stay check (check_out_date is null or check_in_date is null or check_out_date > check_in_date),
  constraint meeting_registration_unit check (company_id is not null or unit_name is not null)
);
create unique index meeting_registration_mobile_unique on meeting_registration (meet_id, mobile) where reg_status not in ('rejected', 'cancelled');
create index meeting_registration_places on meeting_registration (meet_id, reg_status, company_id);
create index meeting_registration_waiting on meeting_registration (meet_id, wait_since, register_id) where reg_status = 'waiting';
create index meeting_registration_offers on meeting_registration (offer_until) where reg_status = 'offered';
create index meeting_registration_untold on meeting_registration (meet_id) where meeting_cancelled and not told;
create index meeting_registration_time on meeting_registration (create_time, register_id);
create index meeting_registration_time_desc on meeting_registration (create_time desc nulls last, register_id desc);
create index meeting_registration_update on meeting_registration (update_time, register_id);
create index meeting_registration_update_desc on meeting_registration (update_time desc nulls last, register_id desc);
create index meeting_registration_meet_time on meeting_registration (meet_id, create_time desc, register_id desc);
create index meeting_registration_company on meeting_registration (company_id, create_time desc, register_id desc);
create index meeting_registration_status on meeting_registration (reg_status, create_time desc, register_id desc);
create index meeting_registration_pay on meeting_registration (pay_status, create_time desc, register_id desc);
create index meeting_registration_mobile on meeting_registration (mobile);
create index meeting_registration_dept on meeting_registration (dept_id, create_time desc, register_id desc);
create index meeting_registration_maker on meeting_registration (create_by, create_time desc, register_id desc);
create index meeting_registration_grams on meeting_registration using gin (search_grams) with (fastupdate = off);
