-- A batch over rooms of one status goes through them in the order of their ids.
create index meeting_room_status on meeting_room (room_status, room_id) where not deleted;
