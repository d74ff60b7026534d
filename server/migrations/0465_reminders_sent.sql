-- A message that tells what is owed is a reminder to each member that it reached, once.
alter table dunning add column message_id bigint references message;
create unique index dunning_of_message on dunning (message_id, member_id) where message_id is not null;
