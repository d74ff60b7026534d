-- Which module an action belongs to and how long it took. Rows from before have neither and stay as they were sealed.
alter table audit_log add column module text, add column duration_ms integer;
create index audit_log_module on audit_log (module, time desc nulls last, audit_id desc);
