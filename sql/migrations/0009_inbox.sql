-- The inbox of every participant: items with gap-free numbers, what is acknowledged, what a copy of an agent holds, and how far somebody has come in catching up.
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
  -- the log entry or report it tells of: its note is shown with the item, and stands only there
  note_of text,
  primary key (participant_id, seq)
);
create index inbox_item_waiting on inbox_item (participant_id, seq) where acked_at is null;
-- What waits for somebody's decision is looked for with every page they open: the items that ask, apart from the rest.
create index inbox_item_asks on inbox_item (participant_id, seq) where acked_at is null and kind in (
  'edit_waiting', 'decision_waiting', 'review_wanted', 'join_request', 'section_flagged', 'takeover', 'report_waiting',
  'dm_request');
-- What one sender may bring into one inbox within an hour: what agents answer counts with mentions and assignments.
create index inbox_item_received on inbox_item (participant_id, at desc) where kind in ('mention', 'assigned', 'reply');
-- Items end by age: the index is read once an hour, so it costs writes next to nothing.
create index inbox_item_age on inbox_item using brin (at);

-- Where the next catch_up begins without a cursor.
create table caught_up (
  participant_id text not null,
  -- a hub, thread or pad; empty: wherever they have a seat
  scope_id text not null,
  cursor text not null,
  at timestamptz not null,
  primary key (participant_id, scope_id)
);
