-- The blind index of an ID number tells other areas whether two records are of one person, and nothing else.
create or replace view director_user_public with (security_invoker = true) as
  select director_id, name, mobile, email, dept_id, create_by, id_card_print
  from director_user;
