-- An account may be an expert's as well. Experts are no persons of the directors' register, whose ids they would be taken for.
alter table identity_link drop constraint identity_link_subject_check;
alter table identity_link add constraint identity_link_subject_check check (subject in ('company', 'person', 'expert'));
