-- Search in the outbox: every character and pair of neighbours of recipient and subject, as search/grams.ts makes them.
create function text_grams(given text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}')
  from (select lower(regexp_replace(normalize(given, NFKC), '\s+', '', 'g')) as t) as plain,
    lateral generate_series(1, length(t)) as i,
    lateral (values (substr(t, i, 1)), (case when i < length(t) then substr(t, i, 2) end)) as v(gram)
  where gram is not null
$$;
alter table outbox add column search_grams text[] generated always as (text_grams(recipient) || text_grams(subject)) stored;
-- Lists put empty values last when they descend; outbox_time serves the other direction.
create index outbox_time_last on outbox (create_time desc nulls last, outbox_id desc);
create index outbox_grams on outbox using gin (search_grams) with (fastupdate = off);
create index work_expiry on work (finish_time) where work_status = 'done';
