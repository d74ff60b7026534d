-- Members that owe for years are few; the list is asked for them without a status or category.
create index member_arrears on member (arrears_years, member_id) where not deleted and arrears_years > 0;
create index member_bin_scope on member (member_no, member_id) where deleted;
