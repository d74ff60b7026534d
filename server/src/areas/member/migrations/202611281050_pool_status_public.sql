-- Whether a person of the pool has been taken into it is known to other areas: links are offered to those alone.
create or replace view director_user_public with (security_invoker = true) as
  select director_id, name, mobile, email, dept_id, create_by, pool_status
  from director_user;
