-- Courses with their exams, who learns them, and certificates of hours.

create table course (
  course_id bigint generated always as identity primary key,
  course_name text not null constraint course_name_unique unique,
  course_type text not null check (course_type in ('induction', 'followUp', 'special')),
  target_roles text[] not null,
  credit_hours numeric(4, 1) not null check (credit_hours > 0),
  teacher text,
  price bigint not null check (price >= 0),
  member_price bigint not null check (member_price >= 0),
  sections jsonb not null default '[]',
  documents jsonb not null default '[]',
  has_exam boolean not null,
  exam_count int,
  exam_shuffle boolean,
  exam_tries int,
  exam_minutes int,
  pass_mark int,
  intro text,
  course_status text not null default 'draft' check (course_status in ('draft', 'listed', 'unlisted')),
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(course_name) || text_grams(coalesce(teacher, ''))) stored,
  constraint course_exam check (not has_exam or (exam_count is not null and exam_tries is not null and exam_minutes is not null and pass_mark is not null)),
  constraint course_member_price check (member_price <= price)
);
create index course_update on course (update_time, course_id);
create index course_update_desc on course (update_time desc nulls last, course_id desc);
create index course_type_update on course (course_type, update_time desc nulls last, course_id desc);
create index course_status_update on course (course_status, update_time desc nulls last, course_id desc);
create index course_maker on course (create_by, update_time desc nulls last, course_id desc);
create index course_grams on course using gin (search_grams) with (fastupdate = off);

create table exam_question (
  question_id bigint generated always as identity primary key,
  course_id bigint not null references course,
  question_type text not null check (question_type in ('single', 'multiple', 'judge')),
  stem text not null,
  choices text,
  answer text not null,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(stem)) stored
);
create index exam_question_update on exam_question (update_time, question_id);
create index exam_question_update_desc on exam_question (update_time desc nulls last, question_id desc);
create index exam_question_course on exam_question (course_id, update_time desc nulls last, question_id desc);
create index exam_question_type on exam_question (question_type, update_time desc nulls last, question_id desc);
create index exam_question_maker on exam_question (create_by, update_time desc nulls last, question_id desc);
create index exam_question_grams on exam_question using gin (search_grams) with (fastupdate = off);

create table course_enroll (
  enroll_id bigint generated always as identity primary key,
  course_id bigint not null references course,
  learner_id bigint not null references learner,
  progress int not null default 0 check (progress between 0 and 100),
  -- Tries that count; learning anew begins with none.
  tries_used int not null default 0,
  exam_score int,
  due_amount bigint not null default 0,
  receipt_no text,
  finish_time timestamptz,
  enroll_status text not null default 'learning' check (enroll_status in ('unpaid', 'learning', 'toExam', 'done', 'certified', 'cancelled')),
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1
);
create unique index course_enroll_once on course_enroll (course_id, learner_id) where enroll_status <> 'cancelled';
create index course_enroll_time on course_enroll (create_time, enroll_id);
create index course_enroll_time_desc on course_enroll (create_time desc nulls last, enroll_id desc);
create index course_enroll_course on course_enroll (course_id, create_time desc nulls last, enroll_id desc);
create index course_enroll_learner on course_enroll (learner_id, create_time desc nulls last, enroll_id desc);
create index course_enroll_status on course_enroll (enroll_status, create_time desc nulls last, enroll_id desc);
create index course_enroll_maker on course_enroll (create_by, create_time desc nulls last, enroll_id desc);

-- What somebody has read of a course. Sessions are not here: who signed in has attended.
create table course_item_done (
  enroll_id bigint not null references course_enroll,
  item_key text not null,
  done_time timestamptz not null default now(),
  primary key (enroll_id, item_key)
);

create table exam_attempt (
  attempt_id bigint generated always as identity primary key,
  enroll_id bigint not null references course_enroll,
  -- The questions as they were drawn, with the letters that are right; these leave the server with the end.
  questions jsonb not null,
  answers jsonb not null default '{}',
  start_time timestamptz not null default clock_timestamp(),
  end_time timestamptz not null,
  submit_time timestamptz,
  score int,
  passed boolean
);
create unique index exam_attempt_open on exam_attempt (enroll_id) where submit_time is null;
create index exam_attempt_enroll on exam_attempt (enroll_id, attempt_id desc);
create index exam_attempt_due on exam_attempt (end_time) where submit_time is null;

create table certificate (
  certificate_id bigint generated always as identity primary key,
  cert_no text not null constraint certificate_no_unique unique,
  check_code text not null,
  learner_id bigint not null references learner,
  cert_year int not null,
  certificate_source text not null check (certificate_source in ('course', 'year')),
  source_id text not null,
  -- As it is written on it: what the learner is called later changes nothing.
  holder_name text not null,
  holder_unit text,
  title text not null,
  hours numeric(6, 1) not null check (hours > 0),
  certificate_status text not null default 'issued' check (certificate_status in ('issued', 'revoked')),
  revoke_reason text,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(title)) stored
);
create unique index certificate_source_unique on certificate (learner_id, certificate_source, source_id) where certificate_status = 'issued';
create index certificate_time on certificate (create_time, certificate_id);
create index certificate_time_desc on certificate (create_time desc nulls last, certificate_id desc);
create index certificate_learner on certificate (learner_id, create_time desc nulls last, certificate_id desc);
create index certificate_source_time on certificate (certificate_source, create_time desc nulls last, certificate_id desc);
create index certificate_status_time on certificate (certificate_status, create_time desc nulls last, certificate_id desc);
create index certificate_maker on certificate (create_by, create_time desc nulls last, certificate_id desc);
create index certificate_grams on certificate using gin (search_grams) with (fastupdate = off);
