-- Menus of two systems may bear the same names at their top.
alter table menu drop constraint menu_name_unique;
alter table menu add constraint menu_name_unique unique (system_id, parent_id, menu_name);

-- The menu that a permit belongs to, where staff have chosen one; otherwise it follows from the contract.
alter table permit add column menu_id bigint references menu on delete set null;
create index permit_menu on permit (menu_id);
