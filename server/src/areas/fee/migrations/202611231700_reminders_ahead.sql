-- 欠费 in a text now means what is past the last day, as everywhere. Rules that go out ahead of that day get a copy of their text that tells
-- what is to be paid; the text itself stays as it is for whoever else uses it.

with old as (
  select distinct x.* from message_template x join reminder_rule r on r.template_id = x.template_id and r.timing = 'before'
  where concat(x.subject, x.template_content, x.rich_content::text) ~ '\$\{(欠费金额|缴费截止日)\}'
), made as (
  insert into message_template (channel, template_name, subject, template_content, rich_content, provider_code, remark, template_status, create_by)
  select channel, left(template_name, 34) || '（到期前 ' || template_id || '）',
    replace(replace(subject, '${欠费金额}', '${待缴金额}'), '${缴费截止日}', '${待缴截止日}'),
    replace(replace(template_content, '${欠费金额}', '${待缴金额}'), '${缴费截止日}', '${待缴截止日}'),
    replace(replace(rich_content::text, '${欠费金额}', '${待缴金额}'), '${缴费截止日}', '${待缴截止日}')::jsonb,
    provider_code, remark, template_status, create_by
  from old
  returning template_id, template_name
)
update reminder_rule r set template_id = made.template_id
from old join made on made.template_name = left(old.template_name, 34) || '（到期前 ' || old.template_id || '）'
where r.template_id = old.template_id and r.timing = 'before';
