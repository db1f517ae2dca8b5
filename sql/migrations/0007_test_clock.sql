-- How far the test clock stands ahead of the wall: kept, so that an instance that starts later shows the same time.
-- Up Migration

create table test_clock (
  one boolean primary key default true check (one),
  ahead_ms bigint not null default 0 check (ahead_ms >= 0)
);
