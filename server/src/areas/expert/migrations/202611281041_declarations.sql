-- Declarations under schemes of evaluation. What is declared is an answer of the form engine; here stands what becomes of it.

-- The round of forms that the declarations of a scheme are filled in by.
create table declaration_round (
  scheme_id bigint primary key references eval_scheme,
  round_id bigint not null constraint declaration_round_unique unique references form_round
);

create table declaration (
  declare_id bigint generated always as identity primary key,
  declare_no text not null constraint declaration_no_unique unique,
  scheme_id bigint not null references eval_scheme,
  -- A person of the register; none where the company declares itself.
  person_id bigint references director_base,
  -- Their entry in the pool, by which their own account finds it.
  pool_id bigint references director_user,
  company_id bigint not null references company,
  -- That of the company when it was last handed in: the data scope of local associations.
  jurisdiction text,
  answer_id bigint constraint declaration_answer_unique unique references form_answer,
  eligible_detail jsonb,
  eligible_result text check (eligible_result in ('pass', 'fail')),
  -- Set when it was decided again after the end of the period.
  eligible_final timestamptz,
  promise_flag boolean not null default false,
  self_score numeric(6, 2) check (self_score between 0 and 200),
  stamped_scan jsonb not null default '[]',
  attachments jsonb not null default '[]',
  final_score numeric(6, 2),
  grade text,
  return_reason text,
  correction_due timestamptz,
  submit_time timestamptz,
  declare_status text not null default 'draft'
    check (declare_status in ('draft', 'submitted', 'reviewing', 'returned', 'rechecking', 'scoring', 'publicity', 'published', 'withdrawn', 'disqualified')),
  acted_by text[] not null default '{}',
  -- The scheme's department: who sees a scheme sees what is declared under it.
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1
);
create unique index declaration_person_open on declaration (scheme_id, person_id) where person_id is not null and declare_status not in ('withdrawn', 'disqualified');
create unique index declaration_company_open on declaration (scheme_id, company_id) where person_id is null and declare_status not in ('withdrawn', 'disqualified');
create index declaration_number on declaration (declare_no, declare_id);
create index declaration_number_desc on declaration (declare_no desc nulls last, declare_id desc);
create index declaration_update on declaration (update_time, declare_id);
create index declaration_update_desc on declaration (update_time desc nulls last, declare_id desc);
create index declaration_submit on declaration (submit_time, declare_id);
create index declaration_submit_desc on declaration (submit_time desc nulls last, declare_id desc);
create index declaration_status on declaration (declare_status, update_time desc nulls last, declare_id desc);
create index declaration_result on declaration (eligible_result, update_time desc nulls last, declare_id desc);
create index declaration_scheme on declaration (scheme_id, update_time desc nulls last, declare_id desc);
create index declaration_jurisdiction on declaration (jurisdiction, update_time desc nulls last, declare_id desc);
create index declaration_company on declaration (company_id, update_time desc nulls last, declare_id desc);
create index declaration_person on declaration (person_id, update_time desc nulls last, declare_id desc);
create index declaration_pool on declaration (pool_id, update_time desc nulls last, declare_id desc) where pool_id is not null;
create index declaration_dept on declaration (dept_id, update_time desc nulls last, declare_id desc);
create index declaration_undecided on declaration (scheme_id, declare_id) where eligible_final is null;

-- What happened to declarations, as the audit log has it: only ever added to.
create index audit_log_declaration on audit_log (time desc nulls last, audit_id desc) where record_type = 'declaration';
create view declaration_log with (security_invoker = true) as
  select a.audit_id as log_id, d.declare_id, d.declare_no, d.scheme_id, d.person_id, d.pool_id, d.company_id, d.jurisdiction, d.dept_id,
    a.title as action, a.verb, a.reason, a.before, a.after, a.user_name as operator_name, a.ip as operate_ip, a.time as operate_time
  from audit_log a join declaration d on d.declare_id = a.record_id
  where a.record_type = 'declaration' and a.code = '000000';
