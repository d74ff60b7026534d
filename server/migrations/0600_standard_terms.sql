-- A switch of a release is an action, as everywhere.
alter table release_switch rename column deed to action;
