-- Figures that a report tells, by the indicators of the dictionary as they stood then; and the same in words, for searches of the log and for files.
alter table company_report add column indicator_values jsonb not null default '[]', add column indicator_text text;
