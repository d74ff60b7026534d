-- What a scheme is evaluated by, what came of it, and how it is made public.

-- Investigations, penalties and censures of persons and companies.
create table integrity_case (
  case_id bigint generated always as identity primary key,
  case_subject text not null check (case_subject in ('person', 'company')),
  company_id bigint references company,
  person_id bigint references director_base,
  case_kind text not null check (case_kind in ('investigation', 'penalty', 'censure')),
  case_date date not null,
  source text not null,
  doc_no text,
  note text,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint integrity_case_whose check (num_nonnulls(company_id, person_id) = 1 and (case_subject = 'company') = (company_id is not null))
);
create unique index integrity_case_person_once on integrity_case (person_id, case_kind, case_date, source) where person_id is not null;
create unique index integrity_case_company_once on integrity_case (company_id, case_kind, case_date, source) where company_id is not null;
create index integrity_case_date on integrity_case (case_date, case_id);
create index integrity_case_date_desc on integrity_case (case_date desc nulls last, case_id desc);
create index integrity_case_update on integrity_case (update_time, case_id);
create index integrity_case_update_desc on integrity_case (update_time desc nulls last, case_id desc);
create index integrity_case_kind on integrity_case (case_kind, case_date desc nulls last, case_id desc);
create index integrity_case_person on integrity_case (person_id, case_date desc nulls last, case_id desc);
create index integrity_case_company on integrity_case (company_id, case_date desc nulls last, case_id desc);
create index integrity_case_dept on integrity_case (dept_id, case_date desc nulls last, case_id desc);
create index integrity_case_maker on integrity_case (create_by, case_date desc nulls last, case_id desc);

create table eval_indicator (
  indicator_id bigint generated always as identity primary key,
  scheme_id bigint not null references eval_scheme on delete cascade,
  standard_no int not null check (standard_no between 1 and 99),
  standard_name text not null,
  indicator_code text not null,
  indicator_name text not null,
  indicator_score numeric(5, 2) not null check (indicator_score > 0 and indicator_score <= 100),
  bonus_flag boolean not null,
  dimension_name text not null,
  -- Keys of questions of the scheme's form.
  question_keys text[] not null default '{}',
  note text,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(indicator_code) || text_grams(indicator_name) || text_grams(standard_name)) stored,
  constraint eval_indicator_code unique (scheme_id, indicator_code)
);
create index eval_indicator_sort on eval_indicator (indicator_code, indicator_id);
create index eval_indicator_sort_desc on eval_indicator (indicator_code desc nulls last, indicator_id desc);
create index eval_indicator_update on eval_indicator (update_time, indicator_id);
create index eval_indicator_update_desc on eval_indicator (update_time desc nulls last, indicator_id desc);
create index eval_indicator_scheme on eval_indicator (scheme_id, update_time desc nulls last, indicator_id desc);
create index eval_indicator_grams on eval_indicator using gin (search_grams) with (fastupdate = off);
create index eval_indicator_dept on eval_indicator (dept_id, update_time desc nulls last, indicator_id desc);
create index eval_indicator_maker on eval_indicator (create_by, update_time desc nulls last, indicator_id desc);

create table eval_grade (
  grade_id bigint generated always as identity primary key,
  scheme_id bigint not null references eval_scheme on delete cascade,
  grade_order int not null check (grade_order between 1 and 20),
  grade_code text not null,
  grade_name text not null,
  quota numeric(8, 2) check (quota >= 0),
  low_score numeric(5, 2) check (low_score >= 0),
  remark text,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(grade_code) || text_grams(grade_name)) stored,
  constraint eval_grade_code unique (scheme_id, grade_code)
);
create index eval_grade_sort on eval_grade (grade_order, grade_id);
create index eval_grade_sort_desc on eval_grade (grade_order desc nulls last, grade_id desc);
create index eval_grade_update on eval_grade (update_time, grade_id);
create index eval_grade_update_desc on eval_grade (update_time desc nulls last, grade_id desc);
create index eval_grade_scheme on eval_grade (scheme_id, grade_order, grade_id);
create index eval_grade_grams on eval_grade using gin (search_grams) with (fastupdate = off);
create index eval_grade_dept on eval_grade (dept_id, grade_order, grade_id);
create index eval_grade_maker on eval_grade (create_by, grade_order, grade_id);

-- Indicators and grades are frozen with their scheme. It is held while they change, so that none slips in while it opens.
create function refuse_eval_part_change() returns trigger language plpgsql as $$
declare
  scheme bigint;
  status text;
begin
  foreach scheme in array array_remove(array[case when tg_op <> 'DELETE' then new.scheme_id end, case when tg_op <> 'INSERT' then old.scheme_id end], null) loop
    select s.scheme_status into status from eval_scheme s where s.scheme_id = scheme for share;
    if status <> 'draft' then
      raise exception 'evaluation scheme % has opened', scheme using errcode = '23514', constraint = 'eval_scheme_frozen';
    end if;
  end loop;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger eval_indicator_frozen before insert or update or delete on eval_indicator for each row execute function refuse_eval_part_change();
create trigger eval_grade_frozen before insert or update or delete on eval_grade for each row execute function refuse_eval_part_change();

create table eval_notice (
  notice_id bigint generated always as identity primary key,
  scheme_id bigint not null constraint eval_notice_scheme unique references eval_scheme,
  notice_title text not null,
  start_time timestamptz,
  end_time timestamptz not null,
  publish_time timestamptz,
  contact_way text not null,
  foreword text,
  result_count int not null default 0,
  result_hash text,
  notice_status text not null default 'draft' check (notice_status in ('draft', 'running', 'published')),
  acted_by text[] not null default '{}',
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(notice_title)) stored,
  constraint eval_notice_frozen_results check (notice_status = 'draft' or result_hash is not null)
);
create index eval_notice_end on eval_notice (end_time, notice_id);
create index eval_notice_end_desc on eval_notice (end_time desc nulls last, notice_id desc);
create index eval_notice_update on eval_notice (update_time, notice_id);
create index eval_notice_update_desc on eval_notice (update_time desc nulls last, notice_id desc);
create index eval_notice_status on eval_notice (notice_status, end_time desc nulls last, notice_id desc);
create index eval_notice_grams on eval_notice using gin (search_grams) with (fastupdate = off);
create index eval_notice_dept on eval_notice (dept_id, end_time desc nulls last, notice_id desc);
create index eval_notice_maker on eval_notice (create_by, end_time desc nulls last, notice_id desc);

create table eval_grade_result (
  result_id bigint generated always as identity primary key,
  scheme_id bigint references eval_scheme,
  -- The notice that has it on show; from then on it is frozen.
  notice_id bigint references eval_notice,
  eval_target text not null check (eval_target in ('secretary', 'independent', 'board', 'office')),
  eval_year int not null,
  company_id bigint not null references company,
  person_id bigint references director_base,
  score numeric(5, 2) check (score >= 0),
  rank_no int check (rank_no > 0),
  grade_code text,
  veto_reason text,
  remark text,
  publish_time timestamptz,
  cancel_reason text,
  result_status text not null default 'proposed' check (result_status in ('proposed', 'published', 'cancelling', 'cancelled', 'disqualified')),
  acted_by text[] not null default '{}',
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint eval_grade_result_person check ((eval_target in ('secretary', 'independent')) = (person_id is not null)),
  constraint eval_grade_result_graded check (grade_code is not null or (result_status = 'proposed' and notice_id is null) or result_status = 'disqualified')
);
create unique index eval_grade_result_scheme_once on eval_grade_result (scheme_id, company_id, coalesce(person_id, 0)) where scheme_id is not null;
create unique index eval_grade_result_history_once on eval_grade_result (eval_target, eval_year, company_id, coalesce(person_id, 0)) where scheme_id is null;
create index eval_grade_result_year on eval_grade_result (eval_year, result_id);
create index eval_grade_result_year_desc on eval_grade_result (eval_year desc nulls last, result_id desc);
create index eval_grade_result_rank on eval_grade_result (rank_no, result_id);
create index eval_grade_result_rank_desc on eval_grade_result (rank_no desc nulls last, result_id desc);
create index eval_grade_result_update on eval_grade_result (update_time, result_id);
create index eval_grade_result_update_desc on eval_grade_result (update_time desc nulls last, result_id desc);
create index eval_grade_result_target on eval_grade_result (eval_target, eval_year desc nulls last, result_id desc);
create index eval_grade_result_grade on eval_grade_result (grade_code, eval_year desc nulls last, result_id desc);
create index eval_grade_result_status on eval_grade_result (result_status, eval_year desc nulls last, result_id desc);
create index eval_grade_result_scheme on eval_grade_result (scheme_id, eval_year desc nulls last, result_id desc);
create index eval_grade_result_company on eval_grade_result (company_id, eval_year desc nulls last, result_id desc);
create index eval_grade_result_person_year on eval_grade_result (person_id, eval_year desc nulls last, result_id desc);
create index eval_grade_result_notice on eval_grade_result (notice_id, rank_no) where notice_id is not null;
create index eval_grade_result_dept on eval_grade_result (dept_id, eval_year desc nulls last, result_id desc);
create index eval_grade_result_maker on eval_grade_result (create_by, eval_year desc nulls last, result_id desc);

create table eval_objection (
  objection_id bigint generated always as identity primary key,
  notice_id bigint not null references eval_notice,
  result_id bigint not null references eval_grade_result,
  objector_name text not null,
  contact_mobile text,
  content text not null,
  proof jsonb not null default '[]',
  handler_id bigint not null references sys_user,
  handle_before date not null,
  opinion text,
  revised_score numeric(5, 2) check (revised_score >= 0),
  close_time timestamptz,
  objection_status text not null default 'open' check (objection_status in ('open', 'maintained', 'revised', 'disqualified')),
  acted_by text[] not null default '{}',
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1
);
create index eval_objection_before on eval_objection (handle_before, objection_id);
create index eval_objection_before_desc on eval_objection (handle_before desc nulls last, objection_id desc);
create index eval_objection_update on eval_objection (update_time, objection_id);
create index eval_objection_update_desc on eval_objection (update_time desc nulls last, objection_id desc);
create index eval_objection_notice on eval_objection (notice_id, update_time desc nulls last, objection_id desc);
create index eval_objection_open on eval_objection (notice_id) where objection_status = 'open';
create index eval_objection_result on eval_objection (result_id);
create index eval_objection_status on eval_objection (objection_status, update_time desc nulls last, objection_id desc);
create index eval_objection_dept on eval_objection (dept_id, update_time desc nulls last, objection_id desc);
create index eval_objection_maker on eval_objection (create_by, update_time desc nulls last, objection_id desc);
create index eval_objection_handler on eval_objection (handler_id, objection_status);

-- What is on show or published keeps its score, rank and grade; only an objection that was decided so changes them. A merger of companies takes it along.
create function refuse_eval_result_change() returns trigger language plpgsql as $$
begin
  if old.notice_id is null and old.result_status = 'proposed' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' then
    if (new.scheme_id, new.notice_id, new.eval_target, new.eval_year, new.person_id) is not distinct from (old.scheme_id, old.notice_id, old.eval_target, old.eval_year, old.person_id)
      and ((new.score, new.rank_no, new.grade_code) is not distinct from (old.score, old.rank_no, old.grade_code)
        or old.result_status = 'proposed' and exists (select from eval_objection o where o.result_id = old.result_id and o.objection_status = 'revised' and o.revised_score = new.score)) then
      return new;
    end if;
  end if;
  raise exception 'grade result % is frozen', old.result_id using errcode = '23514', constraint = 'eval_grade_result_frozen';
end $$;
create trigger eval_grade_result_frozen before update or delete on eval_grade_result for each row execute function refuse_eval_result_change();
