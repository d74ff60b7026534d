-- A proof of a visitor is used up by one request: a retry of that request under its idempotency key, and nothing else, may show it again.
-- What is kept is a keyed print of the request, from which nothing of its body can be told.
alter table slider_challenge add column used_for bytea, add column ticket_used boolean not null default false, add column ticket_used_for bytea;
alter table verification_code add column used_for bytea;
