-- Letters of the association, their templates, and who issues them.
create table letter_template (
  template_id bigint generated always as identity primary key,
  letter_kind text not null check (letter_kind in ('notice', 'dunning', 'certificate', 'withdrawal')),
  template_name text not null,
  title text not null,
  content jsonb not null,
  with_bills boolean not null default false,
  template_status text not null default 'enabled' check (template_status in ('enabled', 'disabled')),
  create_by bigint,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  version int not null default 1,
  search_grams text[] generated always as (text_grams(template_name)) stored,
  constraint letter_template_name_unique unique (template_name)
);
create index letter_template_name on letter_template (template_name, template_id);
create index letter_template_name_desc on letter_template (template_name desc nulls last, template_id desc);
create index letter_template_update on letter_template (update_time, template_id);
create index letter_template_update_desc on letter_template (update_time desc nulls last, template_id desc);
create index letter_template_filter on letter_template (letter_kind, template_status, template_id);
create index letter_template_grams on letter_template using gin (search_grams) with (fastupdate = off);

-- What a letter says is kept with it: a template, a bill or an account that changes later changes no letter.
create table letter (
  letter_id bigint generated always as identity primary key,
  letter_no text not null,
  letter_kind text not null,
  member_id bigint not null references member,
  template_id bigint,
  template_version int not null,
  title text not null,
  said jsonb not null,
  dept_id bigint references dept,
  create_by bigint,
  issue_time timestamptz not null default now(),
  constraint letter_no_unique unique (letter_no)
);
create index letter_member on letter (member_id, letter_id);
create index letter_template_of on letter (template_id, letter_id);
create index letter_kind on letter (letter_kind, letter_id);
create index letter_time on letter (issue_time, letter_id);
create index letter_time_desc on letter (issue_time desc nulls last, letter_id desc);
create trigger letter_append_only before update or delete on letter for each row execute function refuse_change();

create table letter_issuer (
  single_row boolean primary key default true check (single_row),
  issuer_name text not null,
  account_name text,
  bank_name text,
  bank_account text,
  contact text,
  version int not null default 1
);
insert into letter_issuer (issuer_name) values ('协会');
