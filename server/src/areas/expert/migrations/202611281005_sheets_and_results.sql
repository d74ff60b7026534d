-- Sheets follow their batch: late at its end, and what they were when it is opened again. In the statement that moves the batch, whoever moves it.
create function review_sheets_follow() returns trigger language plpgsql as $$
begin
  if old.batch_status = 'scoring' and new.batch_status = 'ended' then
    update review_sheet set sheet_status = 'late', version = version + 1, update_time = now() where batch_id = new.batch_id and sheet_status in ('pending', 'draft');
  elsif old.batch_status = 'ended' and new.batch_status = 'scoring' then
    -- One that was never saved waits to be scored; there is nothing kept of it.
    update review_sheet set sheet_status = case when opened_time is null then 'pending' else 'draft' end, version = version + 1, update_time = now() where batch_id = new.batch_id and sheet_status = 'late';
  end if;
  return null;
end $$;
create trigger review_batch_sheets after update of batch_status on review_batch for each row when (old.batch_status is distinct from new.batch_status) execute function review_sheets_follow();

-- Frozen sheets stay as they are; a tie that is found late strikes one all the same, and the results are out of date by it.
create function review_sheet_frozen() returns trigger language plpgsql as $$
begin
  if not exists (select from review_batch b where b.batch_id = old.batch_id and b.batch_status in ('summed', 'published')) then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or (new.dim_scores, new.total_score, new.comment, new.item_id, new.expert_id) is distinct from (old.dim_scores, old.total_score, old.comment, old.item_id, old.expert_id)
    or (new.sheet_status is distinct from old.sheet_status and new.sheet_status not in ('struck', 'recused')) then
    raise exception 'sheets of batch % are frozen', old.batch_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger review_sheet_frozen before update or delete on review_sheet for each row execute function review_sheet_frozen();

-- Sheets with which a spread above the limit was looked into and upheld: counting them again does not ask again.
alter table review_result add column upheld_for text;

create function review_result_frozen() returns trigger language plpgsql as $$
begin
  if not exists (select from review_batch b where b.batch_id = old.batch_id and b.batch_status in ('summed', 'published')) then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' or (new.batch_id, new.item_id, new.valid_count, new.raw_mean, new.drop_high, new.drop_low, new.final_score, new.spread, new.rank_no, new.in_cut, new.detail)
    is distinct from (old.batch_id, old.item_id, old.valid_count, old.raw_mean, old.drop_high, old.drop_low, old.final_score, old.spread, old.rank_no, old.in_cut, old.detail) then
    raise exception 'results of batch % are frozen', old.batch_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger review_result_frozen before update or delete on review_result for each row execute function review_result_frozen();

create index review_result_maker on review_result (create_by, update_time desc nulls last, result_id desc);
create index review_result_batch_status on review_result (batch_id, result_status);
