-- A request changes several fields of its record. Requests that are there become requests of one item.
create table change_item (
  change_id bigint not null references change_request on delete cascade,
  item_no int not null,
  target_type text not null,
  target_id bigint not null,
  field_name text not null,
  field_label text not null,
  -- As people may read them.
  old_text text,
  new_text text,
  -- What is compared and written by passing.
  kept_old text,
  kept_new text,
  -- Whether the request still waits.
  open boolean not null default true,
  primary key (change_id, item_no)
);
create unique index change_item_open_unique on change_item (target_type, target_id, field_name) where open;
insert into change_item (change_id, item_no, target_type, target_id, field_name, field_label, old_text, new_text, kept_old, kept_new, open)
  select change_id, 1, target_type, target_id, field_name, field_label, old_text, new_text, kept_old, kept_new, change_status = 'pending' from change_request;
drop index change_request_open_unique;
alter table change_request drop column field_name, drop column new_value, drop column kept_old, drop column kept_new;
