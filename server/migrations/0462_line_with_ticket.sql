-- A line whose serial bears a ticket of other business waits, and its plan says so.
alter table bank_batch_line drop constraint bank_batch_line_reason_check;
alter table bank_batch_line add constraint bank_batch_line_reason_check check (reason in ('name', 'written', 'nobody', 'several', 'namesake', 'ticket', 'taken', 'read', 'twice'));
