-- Sessions that come from one sign-in: what was handed over, and the first of them. Signing out ends them all.
create table session_handed (
  session_id bigint primary key references session on delete cascade,
  -- No reference: the others still belong together when the first row is swept away.
  first_id bigint not null
);
create index session_handed_first on session_handed (first_id);
