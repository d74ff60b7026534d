-- What the page of a company reads of it: applications by its credit code, requests for change by their record.
create index join_apply_credit on join_apply (credit_code, apply_id);
create index change_request_target on change_request (target_type, target_id, change_id);

-- Members that lack somebody, newest change first.
create index member_missing on member (update_time desc nulls last, member_id desc) where not deleted and member_status = 'normal' and (representative_id is null or liaison_id is null);
-- Whoever has left represents nobody: the posts of memberships that stand are open, as they are from now on when somebody leaves.
update member m set representative_id = case when r.contact_status in ('left', 'refused') then null else m.representative_id end,
  liaison_id = case when l.contact_status in ('left', 'refused') then null else m.liaison_id end, version = m.version + 1
from member x left join contact r on r.contact_id = x.representative_id left join contact l on l.contact_id = x.liaison_id
where x.member_id = m.member_id and m.member_status in ('normal', 'suspended', 'leaving') and (r.contact_status in ('left', 'refused') or l.contact_status in ('left', 'refused'));

-- Posts of listed companies that nobody holds: companies that must have them, and who holds or held them.
create index company_market on company (company_id) include (create_time, dept_id, create_by, jurisdiction)
  where not deleted and company_type = 'listed' and list_status in ('normal', 'warned', 'suspended', 'delisting');
create index contact_office on contact (post_type, company_id) include (contact_status, end_date) where post_type in ('secretary', 'affairs') and contact_status in ('serving', 'left');

-- People of memberships that have ended: closed, as they are from now on with the end.
update exclusive_user e set exclusive_status = 'disabled', version = e.version + 1 from member m
where m.member_id = e.member_id and e.exclusive_status = 'normal' and m.member_status in ('left', 'expelled', 'lapsed');

-- One category to a level and role: of those that share both, the later ones go to the next free level.
do $$
declare c record;
begin
  for c in select category_id, council_role, category_level from (select *, row_number() over (partition by category_level, council_role order by category_id) as n from member_category) x where n > 1 order by category_level, category_id loop
    update member_category set version = version + 1, category_level = (select min(l) from generate_series(c.category_level + 1, c.category_level + 1000) l
      where not exists (select 1 from member_category o where o.council_role = c.council_role and o.category_level = l)) where category_id = c.category_id;
  end loop;
end $$;
alter table member_category add constraint member_category_rank_unique unique (category_level, council_role);

-- A second code, of shares that are traded in foreign currency.
alter table company add column stock_code_b text check (stock_code_b ~ '^(900|200)\d{3}$');
create unique index company_stock_code_b_unique on company (stock_code_b) where not deleted and stock_code_b is not null;
