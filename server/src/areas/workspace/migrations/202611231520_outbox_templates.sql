-- Providers of text messages send by template alone and tell later what became of a message.
alter table outbox
  add column template_use text,
  add column template_code text,
  add column template_params jsonb not null default '{}',
  add column sealed_params text,
  add column sign_name text,
  add column provider_ref text,
  add column receipt_time timestamptz;
comment on column outbox.template_use is 'which of the console''s own texts it is; its template''s number is that of the provider at the time of sending';
comment on column outbox.template_code is 'number of a template that staff chose';
comment on column outbox.sealed_params is 'what stands in the template''s places when a code does; wiped with sealed_content';
comment on column outbox.provider_ref is 'name under which the provider tells what became of it; outbox-<id> until it has given one of its own';
alter table outbox drop constraint outbox_outbox_status_check;
alter table outbox add constraint outbox_outbox_status_check check (outbox_status in ('queued', 'sending', 'sent', 'delivered', 'failed', 'kept', 'unknown'));
create index outbox_provider_ref on outbox (provider_ref) where provider_ref is not null;
