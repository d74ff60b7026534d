-- When those who see to a review that is open for too long were last reminded of it.
alter table access_review add column reminded_day date;
