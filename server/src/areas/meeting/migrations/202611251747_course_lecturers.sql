-- Who teaches a course is a lecturer of the house's list; kinds are called by the words of the code.

alter table course drop constraint course_course_type_check;
update course set course_type = 'continuing' where course_type = 'followUp';
alter table course add constraint course_course_type_check check (course_type in ('induction', 'continuing', 'special'));

alter table exam_question drop constraint exam_question_question_type_check;
update exam_question set question_type = 'trueFalse' where question_type = 'judge';
alter table exam_question add constraint exam_question_question_type_check check (question_type in ('single', 'multiple', 'trueFalse'));

alter table course add column lecturer_id bigint references lecturer;
update course c set lecturer_id = (select min(l.lecturer_id) from lecturer l where l.lecturer_name = c.teacher) where c.teacher is not null;
-- The index of the searched text goes with its column.
alter table course drop column search_grams;
alter table course drop column teacher;
alter table course add column search_grams text[] generated always as (text_grams(course_name)) stored;
create index course_grams on course using gin (search_grams) with (fastupdate = off);
create index course_lecturer on course (lecturer_id, update_time desc nulls last, course_id desc);

-- A name within a title may have to be erased, and what is open goes to the successor of who entered it; all that is counted by stays.
create or replace function hours_entry_keeps() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'entries of the ledger of hours are not deleted';
  end if;
  if (new.source_type, new.source_id, new.hours, new.learned_on, new.create_time)
    is distinct from (old.source_type, old.source_id, old.hours, old.learned_on, old.create_time) then
    raise exception 'entries of the ledger of hours are not changed';
  end if;
  if old.entry_status = 'revoked' and new.entry_status <> 'revoked' then
    raise exception 'an entry of the ledger of hours that was revoked stays so';
  end if;
  return new;
end $$;
