-- A person's own work and notices, newest first, and unread ones alone.
create index work_user_time on work (user_id, create_time desc nulls last, work_id desc);
create index notification_user_time on notification (user_id, create_time desc nulls last, notification_id desc);
create index notification_unread_time on notification (user_id, create_time desc nulls last, notification_id desc) where read_time is null;
drop index notification_unread;
