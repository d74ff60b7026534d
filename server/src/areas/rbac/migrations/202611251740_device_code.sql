-- On a new device whoever has no authenticator types a code that was sent to them.
alter table login_challenge drop constraint login_challenge_kind_check;
alter table login_challenge add constraint login_challenge_kind_check check (kind in ('verify', 'enrol', 'code'));
