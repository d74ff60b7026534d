-- A payer who bears the name of an individual member need not be her: where the sum is not what she owes, a person looks.
alter table bank_batch_line drop constraint bank_batch_line_reason_check;
alter table bank_batch_line add constraint bank_batch_line_reason_check check (reason in ('name', 'written', 'nobody', 'several', 'namesake', 'taken', 'read', 'twice'));
