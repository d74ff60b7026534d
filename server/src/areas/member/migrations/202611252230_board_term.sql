-- Terms of the council, which members stand under by reference. Each text that members bore until now becomes a term of its own.
create table board_term (
  term_id bigint generated always as identity primary key,
  term_no int check (term_no between 1 and 99),
  term_name text not null,
  term_start date,
  term_end date,
  board_term_status text not null default 'preparing' check (board_term_status in ('preparing', 'inOffice', 'ended')),
  remark text,
  told_for text,
  version int not null default 1,
  constraint board_term_name_unique unique (term_name),
  constraint board_term_no_unique unique (term_no),
  constraint board_term_time check (term_end > term_start)
);
comment on column board_term.told_for is 'end and days before it that staff have been told of last';
create unique index board_term_in_office on board_term ((true)) where board_term_status = 'inOffice';

insert into board_term (term_name, remark)
  select distinct btrim(term_name), '由会员资料中填写的届次建立，请补充届数和任期' from member where btrim(coalesce(term_name, '')) <> '';

alter table member add column term_id bigint references board_term;
update member m set term_id = b.term_id from board_term b where b.term_name = btrim(m.term_name);
drop index member_term;
alter table member drop column term_name;
create index member_term on member (term_id, member_id) where not deleted;
