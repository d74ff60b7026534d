-- Forms: drafts and frozen versions, rounds with their tasks, answers and the values that are counted.

create table form_template (
  template_id bigint generated always as identity primary key,
  form_name text not null constraint form_template_name_unique unique,
  form_kind text not null check (form_kind in ('normal', 'table', 'survey', 'score')),
  remark text,
  -- The draft. jsonb, for the server alone reads it; versions keep their bytes.
  doc jsonb,
  doc_revision int not null default 0,
  latest_version int,
  form_status text not null default 'draft' check (form_status in ('draft', 'published', 'ended', 'archived')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(form_name)) stored
);
create index form_template_update on form_template (update_time, template_id);
create index form_template_update_desc on form_template (update_time desc nulls last, template_id desc);
create index form_template_kind on form_template (form_kind, update_time desc nulls last, template_id desc);
create index form_template_status on form_template (form_status, update_time desc nulls last, template_id desc);
create index form_template_dept on form_template (dept_id, update_time desc nulls last, template_id desc);
create index form_template_maker on form_template (create_by, update_time desc nulls last, template_id desc);
create index form_template_grams on form_template using gin (search_grams) with (fastupdate = off);

-- Who has changed a draft; ninety days of it are kept.
create table form_change (
  change_id bigint generated always as identity primary key,
  template_id bigint not null references form_template on delete cascade,
  revision int not null,
  patches jsonb not null,
  create_by bigint not null,
  create_time timestamptz not null default clock_timestamp(),
  constraint form_change_revision unique (template_id, revision)
);
create index form_change_time on form_change (create_time);

-- What was published, byte by byte: an answer is read by the version that it was filled in by, for as long as it is kept.
create table form_version (
  form_version_id bigint generated always as identity primary key,
  template_id bigint not null references form_template,
  version_no int not null check (version_no > 0),
  document text not null,
  sha256 text not null check (sha256 = encode(sha256(convert_to(document, 'UTF8')), 'hex')),
  create_by bigint,
  create_time timestamptz not null default now(),
  constraint form_version_no unique (template_id, version_no)
);
create trigger form_version_frozen before update or delete on form_version for each row execute function refuse_change();

create table form_round (
  round_id bigint generated always as identity primary key,
  round_name text not null,
  template_id bigint not null,
  version_no int not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  grace_minutes int not null check (grace_minutes between 0 and 60),
  respondent_kind text not null check (respondent_kind in ('members', 'companies', 'accounts')),
  company_ids bigint[] not null default '{}',
  user_ids bigint[] not null default '{}',
  certify_flag boolean not null,
  remark text,
  round_status text not null default 'draft' check (round_status in ('draft', 'waiting', 'filling', 'paused', 'ended', 'archived')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(round_name)) stored,
  constraint form_round_period check (end_time > start_time),
  foreign key (template_id, version_no) references form_version (template_id, version_no)
);
create index form_round_start on form_round (start_time, round_id);
create index form_round_start_desc on form_round (start_time desc nulls last, round_id desc);
create index form_round_end on form_round (end_time, round_id);
create index form_round_end_desc on form_round (end_time desc nulls last, round_id desc);
create index form_round_update on form_round (update_time, round_id);
create index form_round_update_desc on form_round (update_time desc nulls last, round_id desc);
create index form_round_template on form_round (template_id, start_time desc nulls last, round_id desc);
create index form_round_status on form_round (round_status, start_time desc nulls last, round_id desc);
create index form_round_dept on form_round (dept_id, start_time desc nulls last, round_id desc);
create index form_round_maker on form_round (create_by, start_time desc nulls last, round_id desc);
create index form_round_grams on form_round using gin (search_grams) with (fastupdate = off);

-- Who has to fill in: frozen when the round begins, so that whoever joins later does not make it incomplete.
create table form_task (
  task_id bigint generated always as identity primary key,
  round_id bigint not null references form_round,
  company_id bigint references company,
  user_id bigint references sys_user,
  late_reason text,
  create_time timestamptz not null default now(),
  constraint form_task_whose check (num_nonnulls(company_id, user_id) = 1)
);
create unique index form_task_company on form_task (round_id, company_id) where company_id is not null;
create unique index form_task_user on form_task (round_id, user_id) where user_id is not null;
create index form_task_of_company on form_task (company_id, task_id desc);
create index form_task_of_user on form_task (user_id, task_id desc);

create table form_answer (
  answer_id bigint generated always as identity primary key,
  task_id bigint not null constraint form_answer_task unique references form_task,
  round_id bigint not null references form_round,
  company_id bigint references company,
  -- What was answered, without personal answers.
  content jsonb not null default '{}',
  -- Counts the changes; `revisions` has the number at which each path was last changed.
  revision int not null default 0,
  revisions jsonb not null default '{}',
  answer_status text not null default 'empty' check (answer_status in ('empty', 'draft', 'submitted', 'returned', 'certified', 'void')),
  audit_opinion text,
  submit_by bigint,
  submit_time timestamptz,
  submission_count int not null default 0,
  -- The round's department: who sees a round sees its answers.
  dept_id bigint references dept,
  acted_by text[] not null default '{}',
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1
) with (fillfactor = 80);
create index form_answer_update on form_answer (update_time, answer_id);
create index form_answer_update_desc on form_answer (update_time desc nulls last, answer_id desc);
create index form_answer_submit on form_answer (submit_time, answer_id);
create index form_answer_submit_desc on form_answer (submit_time desc nulls last, answer_id desc);
create index form_answer_round on form_answer (round_id, answer_status, update_time desc nulls last, answer_id desc);
create index form_answer_round_time on form_answer (round_id, update_time desc nulls last, answer_id desc);
create index form_answer_company on form_answer (company_id, update_time desc nulls last, answer_id desc);
create index form_answer_status on form_answer (answer_status, update_time desc nulls last, answer_id desc);
create index form_answer_dept on form_answer (dept_id, update_time desc nulls last, answer_id desc);

-- Personal answers, encrypted; lists and pages show them masked.
create table form_personal (
  personal_id bigint generated always as identity primary key,
  answer_id bigint not null references form_answer,
  answer_path text not null,
  shown text not null,
  personal_sealed text not null,
  personal_print text not null,
  constraint form_personal_path unique (answer_id, answer_path)
);
create index form_personal_print on form_personal (personal_print);

-- Everything that was ever handed in, as it was.
create table form_submission (
  submission_id bigint generated always as identity primary key,
  answer_id bigint not null references form_answer,
  submission_no int not null,
  content jsonb not null,
  omitted jsonb not null,
  submit_by bigint not null,
  submit_time timestamptz not null,
  constraint form_submission_no unique (answer_id, submission_no)
);

-- What is counted, written with each submission and taken away when it no longer counts.
create table form_value (
  round_id bigint not null references form_round,
  answer_id bigint not null references form_answer,
  question_key text not null,
  row_id text not null default '',
  choice text,
  number numeric,
  day date,
  constraint form_value_one check (num_nonnulls(choice, number, day) = 1)
);
create index form_value_answer on form_value (answer_id);
create index form_value_choice on form_value (round_id, question_key, choice) where choice is not null;
create index form_value_number on form_value (round_id, question_key, number) where number is not null;
create index form_value_day on form_value (round_id, question_key, day) where day is not null;
