-- Consent to promotion, for text messages and mail each: since when, where it is known from, and who wrote it down when. What stood
-- there before was one day for both. That somebody wants none goes before, whatever was agreed to.
alter table contact
  add column sms_consent_date date,
  add column sms_consent_source text check (sms_consent_source in ('paper', 'online', 'phone', 'meeting', 'record')),
  add column sms_consent_by bigint,
  add column sms_consent_time timestamptz,
  add column email_consent_date date,
  add column email_consent_source text check (email_consent_source in ('paper', 'online', 'phone', 'meeting', 'record')),
  add column email_consent_by bigint,
  add column email_consent_time timestamptz,
  add constraint contact_sms_consent check ((sms_consent_date is null) = (sms_consent_source is null)),
  add constraint contact_email_consent check ((email_consent_date is null) = (email_consent_source is null));
update contact set sms_consent_date = consent_date, sms_consent_source = 'record', sms_consent_time = now(), email_consent_date = consent_date, email_consent_source = 'record', email_consent_time = now()
where consent_date is not null;
