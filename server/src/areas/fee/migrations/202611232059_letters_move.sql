-- What a letter says never changes; the department that looks after it may.
drop trigger letter_append_only on letter;
create trigger letter_append_only before delete or update of letter_id, letter_no, letter_kind, member_id, template_id, template_version, title, said, issue_time on letter
  for each row execute function refuse_change();
