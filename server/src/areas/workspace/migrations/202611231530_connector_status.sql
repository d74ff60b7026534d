-- How the connectors fare: when they last worked and failed, and what the last test of each came to.
create table connector_status (
  kind text primary key,
  good_time timestamptz,
  bad_time timestamptz,
  bad_reason text,
  test_by bigint,
  test_asked timestamptz,
  test_done timestamptz,
  test_good boolean,
  test_result text
);
