-- Text messages and mail to members. A message holds who it is for; its recipients are rows of their own, each with what
-- became of it.
create table message_template (
  template_id bigint generated always as identity primary key,
  channel text not null check (channel in ('sms', 'mail')),
  template_name text not null,
  subject text,
  template_content text not null,
  provider_code text,
  remark text,
  template_status text not null default 'enabled' check (template_status in ('enabled', 'disabled')),
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(template_name)) stored,
  constraint message_template_name_unique unique (channel, template_name)
);
create index message_template_name on message_template (template_name, template_id);
create index message_template_name_desc on message_template (template_name desc nulls last, template_id desc);
create index message_template_update on message_template (update_time, template_id);
create index message_template_update_desc on message_template (update_time desc nulls last, template_id desc);
create index message_template_filter on message_template (channel, template_status, template_id);
create index message_template_grams on message_template using gin (search_grams) with (fastupdate = off);

create table sms_quota (
  quota_id bigint generated always as identity primary key,
  dept_id bigint not null references dept,
  sign_name text not null,
  monthly_parts int not null check (monthly_parts >= 0),
  remark text,
  sign_status text not null default 'enabled' check (sign_status in ('enabled', 'disabled')),
  version int not null default 1,
  constraint sms_quota_dept_unique unique (dept_id)
);
create index sms_quota_order on sms_quota (monthly_parts, quota_id);

create table opt_out (
  opt_out_id bigint generated always as identity primary key,
  channel text not null check (channel in ('sms', 'mail')),
  address text not null,
  source text not null default 'staff' check (source in ('staff', 'link', 'reply', 'bounce')),
  remark text,
  opt_out_time timestamptz not null default now(),
  create_by bigint,
  version int not null default 1,
  constraint opt_out_address_unique unique (channel, address)
);
create index opt_out_address on opt_out (address);
create index opt_out_time on opt_out (opt_out_time, opt_out_id);
create index opt_out_time_desc on opt_out (opt_out_time desc nulls last, opt_out_id desc);
create index opt_out_filter on opt_out (channel, source, opt_out_id);

create table message (
  message_id bigint generated always as identity primary key,
  channel text not null check (channel in ('sms', 'mail')),
  msg_no text not null,
  msg_kind text not null check (msg_kind in ('notice', 'promotion')),
  subject text not null default '',
  content text not null,
  template_id bigint references message_template,
  -- As the contract's audience says it.
  audience jsonb not null,
  -- Signature of the department when it was handed in.
  sign_name text,
  schedule_time timestamptz,
  -- Parts taken from the quota of the department in that month (YYYY-MM); given back while the message will not be sent.
  quota_month text,
  part_count int not null default 0,
  msg_status text not null default 'draft'
    check (msg_status in ('draft', 'approval', 'refused', 'queued', 'sending', 'done', 'partly', 'cancelled')),
  dept_id bigint references dept,
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(msg_no) || text_grams(subject) || text_grams(left(content, 300))) stored,
  constraint message_no_unique unique (msg_no)
);
create index message_order on message (channel, create_time, message_id);
create index message_order_desc on message (channel, create_time desc nulls last, message_id desc);
create index message_time on message (create_time, message_id);
create index message_time_desc on message (create_time desc nulls last, message_id desc);
create index message_filter on message (channel, msg_status, msg_kind, create_time, message_id);
create index message_maker on message (channel, create_by, create_time);
create index message_quota on message (dept_id, quota_month) include (part_count, msg_status) where quota_month is not null;
create index message_open on message (update_time) where msg_status in ('queued', 'sending');
create index message_template_used on message (template_id) where template_id is not null;
create index message_grams on message using gin (search_grams) with (fastupdate = off);

create table message_recipient (
  recipient_id bigint generated always as identity primary key,
  message_id bigint not null references message on delete cascade,
  -- Empty where a contact has no number or address.
  target text not null,
  name text not null default '',
  company_name text,
  contact_id bigint,
  -- What its variables are filled with.
  facts jsonb not null default '{}',
  parts int not null default 0,
  recipient_status text not null
    check (recipient_status in ('queued', 'submitted', 'delivered', 'failed', 'skipped', 'unknown')),
  reason text,
  -- When it was given to the provider; who is still submitted long after belongs to a run that died.
  submit_time timestamptz,
  -- Times that the other side has refused this address for good.
  bounces int not null default 0,
  update_time timestamptz not null default now()
);
-- Nobody gets a message twice. Who is skipped may stand there again: a duplicate is told as one.
create unique index message_recipient_unique on message_recipient (message_id, target) where recipient_status <> 'skipped';
create index message_recipient_status on message_recipient (message_id, recipient_status, recipient_id);
create index message_recipient_update on message_recipient (message_id, update_time, recipient_id);
create index message_recipient_submitted on message_recipient (submit_time) where submit_time is not null;
create index message_recipient_bounced on message_recipient (target) where bounces > 0;
