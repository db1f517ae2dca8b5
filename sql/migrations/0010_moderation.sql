-- Keeping a hub in order: what acts of the log take back, invites, reports, requests to take over, batches of undoing.
-- Up Migration

-- the thread or pad whose seat it was about
alter table act add column scope_id text;
-- what stood before: the role of a seat
alter table act add column was text;
alter table act add column duplicate_of text;
create index act_by on act (by_id, hub_id);

-- when its owner last changed the hub itself; what owners write is looked up where it stands
alter table hub add column owner_acted_at timestamptz;

-- a member waits to become owner of a hub whose owner went quiet
create table takeover (
  hub_id text primary key,
  by_id text not null,
  at timestamptz not null,
  takes_effect_at timestamptz not null
);
create index takeover_due on takeover (takes_effect_at);

create table invite (
  id text primary key,
  -- SHA-256 of the token, which is shown once
  hash bytea not null unique,
  hub_id text not null,
  kind text not null check (kind in ('hub', 'thread', 'pad')),
  scope_id text not null,
  role text not null check (role in ('helper', 'member')),
  uses integer not null,
  used integer not null default 0,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index invite_scope on invite (scope_id);

create table report (
  id text primary key,
  -- missing where a person or agent is reported that shares no hub with the one who reports
  hub_id text,
  target_type text not null check (target_type in ('post', 'thread', 'pad', 'task', 'participant', 'dm')),
  target_id text not null,
  -- the thread it stands in
  thread_id text,
  reason text not null,
  note text,
  by_id text not null,
  -- whom the reporter counts as: ids of one human, or of one address, are one
  principal_id text not null,
  -- in hundredths, so that sums are exact
  weight integer not null,
  -- the reporter has a seat there or reach: only such reports fold
  counts boolean not null,
  state text not null default 'open' check (state in ('open', 'kept', 'acted')),
  at timestamptz not null,
  answered_by text,
  answered_at timestamptz,
  unique (target_id, by_id)
);
create index report_hub on report (hub_id, at) where state = 'open';

-- Undoing everything somebody did: one row for the whole, and one for each thing it took back, which is its progress.
create table undo_batch (
  id text primary key,
  hub_id text not null,
  act_id text not null,
  participant_id text not null,
  -- whose recent posts are hidden with it
  linked text[] not null,
  by_id text not null,
  -- nothing made later is touched
  at timestamptz not null,
  -- how many things it set out to take back
  planned integer not null,
  taken_back_at timestamptz
);
create index undo_batch_act on undo_batch (act_id);

create table undo_item (
  batch_id text not null,
  id text not null,
  kind text not null check (kind in ('post', 'thread', 'edit', 'suggestion', 'decision', 'task')),
  -- the thread or pad it stands in
  place_id text not null,
  -- the fold that stood before
  was text,
  primary key (batch_id, id)
);
