-- Rules of a template, as its page lists them.
create index reminder_rule_template on reminder_rule (template_id, update_time desc nulls last, rule_id desc);
