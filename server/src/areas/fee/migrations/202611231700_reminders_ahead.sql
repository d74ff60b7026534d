-- 欠费 in a text now means what is past the last day, as everywhere. Texts that rules send ahead of that day tell what is to be paid.

update message_template x set
  subject = replace(replace(x.subject, '${欠费金额}', '${待缴金额}'), '${缴费截止日}', '${待缴截止日}'),
  template_content = replace(replace(x.template_content, '${欠费金额}', '${待缴金额}'), '${缴费截止日}', '${待缴截止日}'),
  rich_content = replace(replace(x.rich_content::text, '${欠费金额}', '${待缴金额}'), '${缴费截止日}', '${待缴截止日}')::jsonb,
  version = x.version + 1
where exists (select from reminder_rule r where r.template_id = x.template_id and r.timing = 'before')
  and x.template_content like '%${欠费金额}%';
