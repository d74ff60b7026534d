-- Contacts and people of the directors' pool are found by the initials of their pinyin as well, which the server writes with the name: the
-- database knows no pinyin. Rows from before get theirs by the seed member.earlierInitials.
alter table contact drop column search_grams;
alter table contact
  add column name_initials text not null default '',
  add column search_grams text[] generated always as (text_grams(name) || text_grams(name_initials)) stored;
create index contact_grams on contact using gin (search_grams) with (fastupdate = off);

alter table director_user drop column search_grams;
alter table director_user
  add column name_initials text not null default '',
  add column search_grams text[] generated always as (text_grams(name) || text_grams(current_unit) || text_grams(name_initials)) stored;
create index director_user_grams on director_user using gin (search_grams) with (fastupdate = off);
