-- Members that owe for years are few; the list is asked for them without a status or category.
create index member_arrears on member (arrears_years, member_id) where not deleted and arrears_years > 0;
-- Orders of the bin and of the cases that no other index gives.
create index member_bin_no on member (member_no, member_id) where deleted;
create index member_bin_asc on member (delete_time, member_id) where deleted;
create index member_withdraw_order_asc on member_withdraw (update_time, withdraw_id);
