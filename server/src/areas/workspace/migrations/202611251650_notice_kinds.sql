-- Notices have a kind, by which people choose how they reach them, and can be put aside for a while.
alter table notification
  add column notice_kind text not null default 'other',
  add column snoozed_until timestamptz,
  add column show_time timestamptz generated always as (coalesce(snoozed_until, create_time)) stored,
  add column mail_due boolean not null default false;
comment on column notification.show_time is 'by what the bell puts them in order: what was put aside comes back on top';
comment on column notification.mail_due is 'goes by mail as well and has not gone yet';
create index notification_user_show on notification (user_id, show_time desc nulls last, notification_id desc);
create index notification_user_kind on notification (user_id, notice_kind, create_time desc nulls last, notification_id desc);

update notification set notice_kind = case
  when link ~ '^/go/meeting/' then 'meeting'
  when link ~ '^/go/rbac/(PersonalCenter|SecondFactorReset)' then 'security'
  when link ~ '^/go/rbac/ExportJob' then 'work'
  when link ~ '^/go/rbac/' then 'system'
  when link ~ '^/go/member/(EmailList|TextMessageList|WriteEmail|WriteText|EmailTemplate|SmsTemplate|SignQuota|OptOutList)' then 'message'
  when link ~ '^/go/member/(BalanceList|BankStatement|Dues|Dunning|Fee|Invoice|Letter|Payment|RedFlush|Reduction|Suspense|ThreeYear|Unpaid)' then 'fee'
  when link ~ '^/go/member/' then 'member'
  else 'other' end;

create table notice_choice (
  user_id bigint not null references sys_user on delete cascade,
  notice_kind text not null,
  console boolean not null,
  mail boolean not null,
  im boolean not null,
  primary key (user_id, notice_kind)
);
comment on table notice_choice is 'how notices of a kind reach a person who has chosen otherwise than usual';
