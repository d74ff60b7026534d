-- Figures of dues are read from these alone, without the tables. Those of members are few rows a member, read through as they are.
create index dues_bill_stat on dues_bill (bill_year) include (bill_status, member_id, payable_amount, paid_amount, reduce_amount, unpaid_amount, dept_id, create_by) where bill_status <> 'cancelled';
create index dues_bill_open on dues_bill (due_date) include (unpaid_amount, member_id, dept_id, create_by) where bill_status in ('due', 'part');
create index payment_income on payment (pay_date) include (amount, member_id, dept_id, create_by) where pay_status = 'settled' and channel <> 'balance';
