-- A session that looks at the console as a role, read-only: as which, as somebody of which department, and until when. Whose session
-- it is stays what it was.
alter table session
  add column view_role_id bigint,
  add column view_dept_id bigint,
  add column view_until timestamptz;
