-- Standards are found by a part of their name, and by status alone.
alter table fee_standard add column search_grams text[] generated always as (text_grams(standard_name)) stored;
create index fee_standard_grams on fee_standard using gin (search_grams) with (fastupdate = off);
create index fee_standard_status on fee_standard (standard_status, effective_year, standard_id);
