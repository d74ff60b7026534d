-- Which column of a person's files is which field of a resource, where the titles alone do not say so: as they mapped it by hand the last
-- time. `title` is written without blanks and marks; without a field the column is left out.
create table import_mapping (
  user_id bigint not null references sys_user on delete cascade,
  resource text not null,
  title text not null,
  field text,
  primary key (user_id, resource, title)
);
