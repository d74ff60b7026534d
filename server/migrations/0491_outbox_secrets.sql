-- A code stands in the outbox masked. What is sent is sealed beside it, and wiped with the note that it was handed over.
alter table outbox add column sealed_content text, add column secret_until timestamptz;
comment on column outbox.sealed_content is 'text with its code, sealed with the key outside the database; null once handed over or ended';
create index outbox_secret on outbox (secret_until) where sealed_content is not null;

-- Codes that were sent before are of no use to anybody any more.
update outbox set content = regexp_replace(content, '验证码 \d{6}', '验证码 ******', 'g') where content ~ '验证码 \d{6}';
