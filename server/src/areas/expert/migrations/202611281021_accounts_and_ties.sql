-- The account of an expert, made with the appointment, and what an expert is bound to as rows that refer to companies.
alter table expert add column user_id bigint references sys_user constraint expert_user_unique unique;
-- The appointment's end has locked the account, so the next one unlocks it; what an administrator has locked stays so.
alter table expert add column account_locked boolean not null default false;

create table expert_tie (
  tie_id bigint generated always as identity primary key,
  expert_id bigint not null references expert on delete cascade,
  tie_kind text not null check (tie_kind in ('employer', 'directorship', 'client', 'holding', 'other')),
  company_id bigint references company,
  unit text,
  since date,
  until date,
  note text,
  constraint expert_tie_about check (company_id is not null or unit is not null),
  constraint expert_tie_days check (until >= since)
);
create index expert_tie_expert on expert_tie (expert_id);
create index expert_tie_company on expert_tie (company_id) where company_id is not null;

-- What is written as the list of an expert becomes rows: by an entry, an import, an erasure alike. The list is read from the rows, for a
-- merger of companies moves those.
create function expert_ties_of_list() returns trigger language plpgsql as $$
begin
  delete from expert_tie where expert_id = new.expert_id;
  if jsonb_typeof(new.related_companies) = 'array' then
    insert into expert_tie (expert_id, tie_kind, company_id, unit, since, until, note)
    select new.expert_id, x.one ->> 'tieKind', (x.one ->> 'companyId')::bigint, x.one ->> 'unit', (x.one ->> 'since')::date, (x.one ->> 'until')::date, x.one ->> 'note'
    from jsonb_array_elements(new.related_companies) with ordinality x(one, n) order by x.n;
  end if;
  return null;
end $$;
create trigger expert_ties after insert or update of related_companies on expert for each row execute function expert_ties_of_list();

update expert set related_companies = (
  select coalesce(jsonb_agg(jsonb_build_object('tieKind', case x ->> 'relation' when 'board' then 'directorship' else x ->> 'relation' end, 'companyId', x ->> 'companyId', 'until', x ->> 'until')), '[]')
  from jsonb_array_elements(related_companies) x where exists (select from company c where c.company_id = (x ->> 'companyId')::bigint))
where jsonb_typeof(related_companies) = 'array' and related_companies <> '[]';
