-- Schemes by which directors, secretaries, boards and offices are evaluated.

create table eval_scheme (
  scheme_id bigint generated always as identity primary key,
  scheme_name text not null constraint eval_scheme_name_unique unique,
  eval_target text not null check (eval_target in ('secretary', 'independent', 'board', 'office')),
  period_start date not null,
  period_end date not null,
  -- What a year's evaluation is called by: the year in which the period ends.
  scheme_year int generated always as (extract(year from period_end)::int) stored,
  apply_start timestamptz not null,
  apply_end timestamptz not null,
  -- What declarations are filled in by.
  template_id bigint not null,
  version_no int not null,
  eligible_rules jsonb not null default '[]',
  veto_rules jsonb not null default '[]',
  grade_scale text not null check (grade_scale in ('rank', 'score')),
  -- How places are counted, and what becomes of equal scores at the edge of a quota; of scales by rank alone.
  quota_kind text check (quota_kind in ('count', 'percent')),
  tie_rule text check (tie_rule in ('in', 'out')),
  remark text,
  open_time timestamptz,
  scheme_status text not null default 'draft' check (scheme_status in ('draft', 'applying', 'reviewing', 'scoring', 'publicity', 'published', 'ended')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(scheme_name)) stored,
  constraint eval_scheme_period check (period_end >= period_start),
  constraint eval_scheme_apply check (apply_end > apply_start),
  constraint eval_scheme_rank check ((grade_scale = 'rank') = (quota_kind is not null) and (quota_kind is null) = (tie_rule is null)),
  foreign key (template_id, version_no) references form_version (template_id, version_no)
);
create index eval_scheme_period_end on eval_scheme (period_end, scheme_id);
create index eval_scheme_period_end_desc on eval_scheme (period_end desc nulls last, scheme_id desc);
create index eval_scheme_apply_end on eval_scheme (apply_end, scheme_id);
create index eval_scheme_apply_end_desc on eval_scheme (apply_end desc nulls last, scheme_id desc);
create index eval_scheme_update on eval_scheme (update_time, scheme_id);
create index eval_scheme_update_desc on eval_scheme (update_time desc nulls last, scheme_id desc);
create index eval_scheme_target on eval_scheme (eval_target, period_end desc nulls last, scheme_id desc);
create index eval_scheme_status on eval_scheme (scheme_status, period_end desc nulls last, scheme_id desc);
create index eval_scheme_year on eval_scheme (scheme_year, period_end desc nulls last, scheme_id desc);
create index eval_scheme_template on eval_scheme (template_id);
create index eval_scheme_grams on eval_scheme using gin (search_grams) with (fastupdate = off);
create index eval_scheme_dept on eval_scheme (dept_id, period_end desc nulls last, scheme_id desc);
create index eval_scheme_maker on eval_scheme (create_by, period_end desc nulls last, scheme_id desc);

-- What declarants are told when a scheme opens holds until it is published: whoever has begun to declare did so by it. The end of
-- applying may be put off, and a draft is anybody's to change.
create function refuse_eval_scheme_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.scheme_status = 'draft' then return old; end if;
    raise exception 'evaluation scheme % has opened', old.scheme_id using errcode = '23514', constraint = 'eval_scheme_frozen';
  end if;
  if old.scheme_status = 'draft' then
    if new.scheme_status = 'applying' then new.open_time := now(); end if;
    return new;
  end if;
  if (new.scheme_name, new.eval_target, new.period_start, new.period_end, new.apply_start, new.template_id, new.version_no, new.eligible_rules, new.veto_rules, new.grade_scale, new.quota_kind, new.tie_rule, new.open_time)
    is distinct from (old.scheme_name, old.eval_target, old.period_start, old.period_end, old.apply_start, old.template_id, old.version_no, old.eligible_rules, old.veto_rules, old.grade_scale, old.quota_kind, old.tie_rule, old.open_time)
    or new.apply_end < old.apply_end or new.scheme_status = 'draft' then
    raise exception 'evaluation scheme % has opened', old.scheme_id using errcode = '23514', constraint = 'eval_scheme_frozen';
  end if;
  return new;
end $$;
create trigger eval_scheme_frozen before update or delete on eval_scheme for each row execute function refuse_eval_scheme_change();
