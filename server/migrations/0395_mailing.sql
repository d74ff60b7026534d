-- Mails with structure and files, drafts that are handed in by somebody else, how often a number is written to.
alter table message
  -- The text of a mail with its structure; its plain words stand in content. Null for mails of before.
  add column rich jsonb,
  add column attachments jsonb not null default '[]',
  -- Who handed it in, where that was not its writer.
  add column submit_by bigint;
alter table message_template add column rich_content jsonb;
-- A line is a paragraph, as contract/core/rich-text.ts has it.
update message_template set rich_content = jsonb_build_object('type', 'doc', 'content', (
  select jsonb_agg(case when line = '' then '{"type":"paragraph"}'::jsonb
    else jsonb_build_object('type', 'paragraph', 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', line))) end order by n)
  from unnest(string_to_array(replace(template_content, E'\r', ''), E'\n')) with ordinality as lines (line, n)))
where channel = 'mail';
-- Text messages that a number has had since the day began.
create index message_recipient_day on message_recipient (target, submit_time) where submit_time is not null;
