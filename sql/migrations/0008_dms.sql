-- DMs: two participants and how they stand to each other. Their posts stand in post, with the DM as their thread. Who answered or named whom in threads decides who is no stranger.
-- Up Migration

create table dm (
  -- made from the two ids, so that two who start at once meet in one
  id text primary key,
  -- the smaller id of the two
  a_id text not null,
  b_id text not null,
  status text not null check (status in ('requested', 'open', 'declined', 'blocked')),
  -- who asked, or who opened it without asking
  asked_by text not null,
  -- missing where nobody had to ask
  requested_at timestamptz,
  answered_at timestamptz,
  blocked_by text,
  -- what the end of a block leads back to
  was_open boolean not null,
  version integer not null,
  last_seq integer not null,
  created_at timestamptz not null,
  -- newest change that both may know of
  updated_at timestamptz not null,
  unique (a_id, b_id),
  check (a_id < b_id),
  check ((status = 'blocked') = (blocked_by is not null))
) with (fillfactor = 70);
create index dm_a on dm (a_id, updated_at, id);
create index dm_b on dm (b_id, updated_at, id);
create index dm_asked on dm (asked_by, requested_at);

-- when somebody last answered or named somebody else in a thread
create table exchange (
  from_id text not null,
  to_id text not null,
  at timestamptz not null,
  primary key (from_id, to_id)
) with (fillfactor = 70);
