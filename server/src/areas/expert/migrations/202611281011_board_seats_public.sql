-- Who sits on which board now, and how people of the register are called: evaluations of directors by each other read it.
create view board_seat_public with (security_invoker = true) as
  select a.appointment_id, a.company_id, a.person_id, p.name, p.mobile, p.pool_id
  from director_appointment a join director_base p using (person_id)
  where a.appoint_status = 'serving' and a.role_type in ('independent', 'director', 'employee');

create view board_person_public with (security_invoker = true) as
  select person_id, name from director_base;
