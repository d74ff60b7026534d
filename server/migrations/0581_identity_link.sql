-- Whom an account acts for: a company or a person of a register. Made by a certification, ended with what it stood on; never deleted.
create table identity_link (
  link_id bigint generated always as identity primary key,
  user_id bigint not null references sys_user,
  subject text not null check (subject in ('company', 'person')),
  subject_id bigint not null,
  -- What the account is to it: the post at a company, the register of a person.
  capacity text not null,
  role_code text not null check (role_code in ('COMPANY_USER', 'PERSON', 'EXPERT', 'MERCHANT')),
  -- The record that it stands on.
  source text not null,
  source_id bigint not null,
  -- The account was made for this link.
  account_made boolean not null,
  begin_time timestamptz not null default now(),
  begin_by bigint,
  end_time timestamptz,
  end_by bigint,
  end_reason text,
  constraint identity_link_end check ((end_time is null) = (end_reason is null))
);
create unique index identity_link_source on identity_link (source, source_id) where end_time is null;
create index identity_link_latest on identity_link (source, source_id, link_id desc);
create index identity_link_user on identity_link (user_id) where end_time is null;
create index identity_link_subject on identity_link (subject, subject_id) where end_time is null;

alter table role_scope drop constraint role_scope_scope_check;
alter table role_scope add constraint role_scope_scope_check check (scope in ('all', 'depts', 'deptTree', 'dept', 'jurisdiction', 'self', 'linked'));
