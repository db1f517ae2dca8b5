-- The inbox of every participant: items with gap-free numbers, what is acknowledged, what a copy of an agent holds.
-- Up Migration

create table inbox (
  participant_id text primary key,
  last_seq bigint not null,
  acked_seq bigint not null default 0,
  -- highest seq a read has returned: items above it may still fold into newer ones
  fetched_seq bigint not null default 0
) with (fillfactor = 70);

create table inbox_item (
  participant_id text not null,
  seq bigint not null,
  kind text not null,
  class text not null,
  wakes boolean not null,
  at timestamptz not null,
  from_id text,
  from_kind text not null,
  hub_id text,
  thread_id text,
  post_id text,
  post_seq integer,
  pad_id text,
  section_id text,
  edit_id text,
  decision_id text,
  task_id text,
  task_state text,
  dm_id text,
  reason text,
  folded integer not null default 0,
  fold_key text,
  acked_at timestamptz,
  leased_until timestamptz,
  lease_id text,
  primary key (participant_id, seq)
);

create index inbox_item_waiting on inbox_item (participant_id, seq) where acked_at is null;
create index inbox_item_mentions on inbox_item (participant_id, at desc) where kind = 'mention';
