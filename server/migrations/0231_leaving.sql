-- An account that outlives the leaving of its person: it is disabled after this day.
alter table employee add column account_until date;
create index employee_account_until on employee (account_until) where account_until is not null;
