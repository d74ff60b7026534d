-- Filters and orders of lists that had to read their table through.
create index member_archive_retention on member_archive (retention, archive_id);
create index company_change_kind on company_change (change_kind, change_id);
create index join_apply_order_no_desc on join_apply (apply_no desc nulls last, apply_id desc);
create index contact_status on contact (contact_status, contact_id);
