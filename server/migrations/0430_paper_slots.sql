-- Papers by the item that asks for them. What was uploaded before stands under 其他材料.
alter table join_apply add column material_slots jsonb not null default '[]';
update join_apply set material_slots = jsonb_build_array(jsonb_build_object('itemKey', null, 'itemName', '其他材料', 'files', materials)) where materials <> '[]';
alter table director_user add column papers jsonb not null default '[]', add column paper_slots jsonb not null default '[]';
create index data_item_biz on data_item (biz_type, data_item_status, sort_no, data_item_id);
