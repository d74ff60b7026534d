-- Batches of works that experts score by rules that are fixed before the first score: works, assignment, recusal, sheets and results.

create table review_work (
  work_id bigint generated always as identity primary key,
  work_no text not null constraint review_work_no_unique unique,
  title text not null,
  title_initials text not null default '',
  summary text,
  -- Who stands behind it: names, units, numbers (masked; in full they stand encrypted beside it). Never shown where a batch is blind.
  authors jsonb not null default '[]',
  company_id bigint references company,
  files jsonb not null default '[]',
  remark text,
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(work_no) || text_grams(title) || text_grams(title_initials)) stored
);
create index review_work_number on review_work (work_no, work_id);
create index review_work_number_desc on review_work (work_no desc nulls last, work_id desc);
create index review_work_update on review_work (update_time, work_id);
create index review_work_update_desc on review_work (update_time desc nulls last, work_id desc);
create index review_work_company on review_work (company_id) where company_id is not null;
create index review_work_grams on review_work using gin (search_grams) with (fastupdate = off);
create index review_work_dept on review_work (dept_id, update_time desc nulls last, work_id desc);
create index review_work_maker on review_work (create_by, update_time desc nulls last, work_id desc);

-- Persons behind a work, by what finds them again: the blind index of an ID number or a mobile, or the name with the unit.
create table review_work_author (
  work_id bigint not null references review_work on delete cascade,
  position int not null,
  name text not null,
  unit text,
  mobile_print text,
  id_card_print text,
  company_id bigint references company,
  primary key (work_id, position)
);
create index review_work_author_mobile on review_work_author (mobile_print) where mobile_print is not null;
create index review_work_author_id_card on review_work_author (id_card_print) where id_card_print is not null;
create index review_work_author_company on review_work_author (company_id) where company_id is not null;

create table review_batch (
  batch_id bigint generated always as identity primary key,
  batch_name text not null constraint review_batch_name_unique unique,
  review_kind text not null check (review_kind in ('topicStart', 'topicEnd', 'essay', 'secretary', 'board', 'independent', 'office', 'work')),
  review_stage text not null check (review_stage in ('first', 'final')),
  previous_id bigint references review_batch,
  start_time timestamptz not null,
  end_time timestamptz not null,
  -- Days in which an expert says whether they take the works.
  confirm_days int not null default 5 check (confirm_days between 1 and 60),
  experts_per_item int not null default 5 check (experts_per_item between 3 and 9),
  load_limit int not null default 100 check (load_limit between 1 and 1000),
  -- [{dimName, dimWeight, dimMax, dimDesc, levels, tieOrder}]; weights add up to 100.
  dimensions jsonb not null,
  trim_rule text not null default 'none' check (trim_rule in ('none', 'ends')),
  normalisation text not null default 'none' check (normalisation in ('none', 'expert')),
  least_valid int not null default 3 check (least_valid between 1 and 9),
  spread_limit numeric(5, 2) not null default 30 check (spread_limit between 0 and 100),
  comment_below numeric(5, 2) not null default 60,
  comment_from numeric(5, 2) not null default 90,
  see_others text not null default 'never' check (see_others in ('never', 'afterMine', 'afterEnd')),
  blind_flag boolean not null default true,
  cut_kind text not null default 'none' check (cut_kind in ('none', 'first', 'score')),
  cut_value numeric(7, 2),
  cut_ties text not null default 'all' check (cut_ties in ('all', 'none')),
  calibration_item_id bigint,
  remark text,
  frozen_time timestamptz,
  result_hash text,
  -- Since when results are not what the sheets give any more; null while they are.
  stale_time timestamptz,
  batch_status text not null default 'draft' check (batch_status in ('draft', 'waiting', 'scoring', 'ended', 'summed', 'published')),
  acted_by text[] not null default '{}',
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint review_batch_times check (end_time > start_time),
  constraint review_batch_cut check (cut_kind = 'none' or cut_value is not null),
  search_grams text[] generated always as (text_grams(batch_name)) stored
);
create index review_batch_start on review_batch (start_time, batch_id);
create index review_batch_start_desc on review_batch (start_time desc nulls last, batch_id desc);
create index review_batch_end on review_batch (end_time, batch_id);
create index review_batch_end_desc on review_batch (end_time desc nulls last, batch_id desc);
create index review_batch_update on review_batch (update_time, batch_id);
create index review_batch_update_desc on review_batch (update_time desc nulls last, batch_id desc);
create index review_batch_status on review_batch (batch_status, update_time desc nulls last, batch_id desc);
create index review_batch_kind on review_batch (review_kind, update_time desc nulls last, batch_id desc);
create index review_batch_previous on review_batch (previous_id) where previous_id is not null;
create index review_batch_grams on review_batch using gin (search_grams) with (fastupdate = off);
create index review_batch_dept on review_batch (dept_id, update_time desc nulls last, batch_id desc);
create index review_batch_maker on review_batch (create_by, update_time desc nulls last, batch_id desc);

-- The rules of a batch stay as they were when scoring began; opening it anew changes only until when.
create function review_rules_frozen() returns trigger language plpgsql as $$
begin
  if old.frozen_time is not null and (
    new.review_kind, new.review_stage, new.previous_id, new.experts_per_item, new.dimensions, new.trim_rule, new.normalisation, new.least_valid,
    new.spread_limit, new.comment_below, new.comment_from, new.see_others, new.blind_flag, new.cut_kind, new.cut_value, new.cut_ties, new.calibration_item_id, new.frozen_time
  ) is distinct from (
    old.review_kind, old.review_stage, old.previous_id, old.experts_per_item, old.dimensions, old.trim_rule, old.normalisation, old.least_valid,
    old.spread_limit, old.comment_below, old.comment_from, old.see_others, old.blind_flag, old.cut_kind, old.cut_value, old.cut_ties, old.calibration_item_id, old.frozen_time
  ) then
    raise exception 'rules of batch % are frozen', old.batch_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger review_batch_frozen before update on review_batch for each row execute function review_rules_frozen();

-- What a batch reviews: a row of some area, named by its kind and id.
create table review_item (
  item_id bigint generated always as identity primary key,
  batch_id bigint not null references review_batch on delete cascade,
  reviewable text not null,
  object_id bigint not null,
  -- What a blind expert knows it by; the title is for the office.
  item_no int not null,
  title text not null,
  -- Fields of which at least one of an expert's should be; none means any.
  fields text[] not null default '{}',
  constraint review_item_object_unique unique (batch_id, reviewable, object_id),
  constraint review_item_number_unique unique (batch_id, item_no)
);
create index review_item_object on review_item (reviewable, object_id);
alter table review_batch add constraint review_batch_calibration foreign key (calibration_item_id) references review_item deferrable initially deferred;

create table review_assignment (
  assignment_id bigint generated always as identity primary key,
  batch_id bigint not null references review_batch,
  item_id bigint not null references review_item,
  expert_id bigint not null references expert,
  assign_status text not null default 'waiting' check (assign_status in ('waiting', 'accepted', 'declined', 'expired', 'recused', 'replaced')),
  confirm_by timestamptz,
  reason text,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint review_assignment_unique unique (item_id, expert_id)
);
create index review_assignment_batch on review_assignment (batch_id, item_id);
create index review_assignment_expert on review_assignment (expert_id, batch_id, assign_status);

create table review_recusal (
  recusal_id bigint generated always as identity primary key,
  batch_id bigint not null references review_batch,
  item_id bigint not null references review_item,
  expert_id bigint not null references expert,
  recuse_type text not null check (recuse_type in ('unit', 'family', 'cooperation', 'interest', 'own', 'other')),
  recuse_source text not null check (recuse_source in ('system', 'expert', 'office')),
  -- What was found, in words; one finding has one row.
  detail text not null,
  fact_key text not null,
  recuse_status text not null default 'possible' check (recuse_status in ('possible', 'confirmed', 'dismissed')),
  acted_by text[] not null default '{}',
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint review_recusal_fact_unique unique (item_id, expert_id, fact_key)
);
create index review_recusal_update on review_recusal (update_time, recusal_id);
create index review_recusal_update_desc on review_recusal (update_time desc nulls last, recusal_id desc);
create index review_recusal_status on review_recusal (recuse_status, update_time desc nulls last, recusal_id desc);
create index review_recusal_batch on review_recusal (batch_id, update_time desc nulls last, recusal_id desc);
create index review_recusal_expert on review_recusal (expert_id, update_time desc nulls last, recusal_id desc);
create index review_recusal_dept on review_recusal (dept_id, update_time desc nulls last, recusal_id desc);
create index review_recusal_maker on review_recusal (create_by, update_time desc nulls last, recusal_id desc);

-- One sheet an assignment.
create table review_sheet (
  sheet_id bigint generated always as identity primary key,
  assignment_id bigint not null references review_assignment,
  batch_id bigint not null references review_batch,
  item_id bigint not null references review_item,
  expert_id bigint not null references expert,
  -- {dimName: score}, at most one decimal.
  dim_scores jsonb not null default '{}',
  total_score numeric(5, 2),
  comment text,
  sheet_status text not null default 'pending' check (sheet_status in ('pending', 'draft', 'submitted', 'recused', 'late', 'struck')),
  opened_time timestamptz,
  submit_time timestamptz,
  reason text,
  acted_by text[] not null default '{}',
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  constraint review_sheet_unique unique (assignment_id)
);
create index review_sheet_batch on review_sheet (batch_id, sheet_status);
create index review_sheet_item on review_sheet (item_id);
create index review_sheet_expert on review_sheet (expert_id, batch_id);

-- Each saved state of a sheet, for good.
create table review_sheet_version (
  sheet_id bigint not null references review_sheet,
  version_no int not null,
  dim_scores jsonb not null,
  comment text,
  -- Written over a later one that the writer had not seen: kept, not in force.
  stale boolean not null default false,
  written_by bigint,
  write_time timestamptz not null default now(),
  version_id bigint generated always as identity primary key
);
create index review_sheet_version_sheet on review_sheet_version (sheet_id, version_no);
create function review_version_kept() returns trigger language plpgsql as $$
begin
  raise exception 'versions of a sheet are kept as they were' using errcode = 'restrict_violation';
end $$;
create trigger review_sheet_version_kept before update or delete on review_sheet_version for each row execute function review_version_kept();

create table review_result (
  result_id bigint generated always as identity primary key,
  batch_id bigint not null references review_batch,
  item_id bigint not null constraint review_result_item_unique unique references review_item,
  valid_count int not null default 0,
  raw_mean numeric(5, 2),
  drop_high numeric(5, 2),
  drop_low numeric(5, 2),
  final_score numeric(5, 2),
  spread numeric(5, 2),
  rank_no int,
  in_cut boolean,
  -- What stands behind the figures: each sheet raw and normalised, which were dropped, means by dimension.
  detail jsonb not null default '{}',
  result_status text not null default 'waiting' check (result_status in ('waiting', 'lacking', 'summed', 'again', 'shown', 'published')),
  acted_by text[] not null default '{}',
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1
);
create index review_result_rank on review_result (batch_id, rank_no, result_id);
create index review_result_number on review_result (rank_no, result_id);
create index review_result_number_desc on review_result (rank_no desc nulls last, result_id desc);
create index review_result_score on review_result ((final_score::float8), result_id);
create index review_result_score_desc on review_result ((final_score::float8) desc nulls last, result_id desc);
create index review_result_update on review_result (update_time, result_id);
create index review_result_update_desc on review_result (update_time desc nulls last, result_id desc);
create index review_result_status on review_result (result_status, update_time desc nulls last, result_id desc);
create index review_result_dept on review_result (dept_id, update_time desc nulls last, result_id desc);
