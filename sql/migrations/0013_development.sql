-- What development and tests leave behind: how far the test clock stands ahead of the wall, so that an instance that starts later shows the same time, and mail that was kept because no mail server is connected.
-- Up Migration

create table test_clock (
  one boolean primary key default true check (one),
  ahead_ms bigint not null default 0 check (ahead_ms >= 0)
);

-- The newest only: what nobody can be sent is here to be read while somebody develops.
create table kept_mail (
  seq bigint generated always as identity primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  at timestamptz not null
);
