-- A case is about the years with which its member came to the list: it ends when each of them is paid or waived, and not before.
alter table unpaid_case
  add column unpaid_years int[] not null default '{}',
  -- What was owed for those years when they were listed, in 分.
  add column unpaid_total bigint not null default 0,
  -- What was decided, and the case of the membership that follows from it.
  add column conclusion text check (conclusion in ('keep', 'lapsed', 'expelled')),
  add column decision_no text,
  add column conclude_reason text,
  add column withdraw_id bigint references member_withdraw;

-- Cases of before are given the years that stand open now, and those that are closed the last three that were billed until then.
update unpaid_case u set unpaid_years = coalesce(
  case when u.handle_status in ('pending', 'dunning', 'review') then (
    select array_agg(y order by y) from member m, generate_series(extract(year from now() at time zone 'Asia/Shanghai')::int - m.arrears_years, extract(year from now() at time zone 'Asia/Shanghai')::int - 1) y
    where m.member_id = u.member_id) end,
  (select array_agg(x.bill_year order by x.bill_year) from (
    select b.bill_year from dues_bill b where b.member_id = u.member_id and b.bill_status <> 'cancelled' and b.bill_year < extract(year from u.create_time at time zone 'Asia/Shanghai')
    order by b.bill_year desc limit 3) x),
  '{}');
update unpaid_case u set unpaid_total = coalesce((
  select sum(b.payable_amount) from dues_bill b where b.member_id = u.member_id and b.bill_year = any(u.unpaid_years) and b.bill_status <> 'cancelled'), 0);
