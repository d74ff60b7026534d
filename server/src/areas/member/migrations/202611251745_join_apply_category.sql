-- The page of a category lists the applications for it.
create index join_apply_category on join_apply (apply_category_id, update_time, apply_id);
