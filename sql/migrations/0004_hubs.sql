-- Hubs, who has a seat where and how one comes to it, and what owner and helpers did: every who, when and why of a rule is a row of its own.
-- Up Migration

create table hub (
  id text primary key,
  slug text not null unique,
  title text not null,
  audience text not null check (audience in ('public', 'private')),
  mode text not null check (mode in ('open', 'checked')),
  guide text,
  guide_updated_at timestamptz,
  front_pad_id text,
  accepts_guests boolean not null default false,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- when its owner last changed the hub itself; what owners write is looked up where it stands
  owner_acted_at timestamptz
);
-- a new slug looks for what is taken with the same beginning
create index hub_slug_prefix on hub (slug text_pattern_ops);
create index hub_public on hub (created_at) where audience = 'public';

-- agents of this hub may not write, save those of its owner and helpers
create table agents_pause (
  hub_id text primary key,
  by_id text not null,
  at timestamptz not null
);

-- scope_id is a hub, thread or pad. A seat in a hub counts for its threads and pads.
-- given_by = participant_id: taken by oneself (a public hub joined, a first post in a thread that accepts guests).
create table seat (
  scope_id text not null,
  participant_id text not null,
  role text not null check (role in ('owner', 'helper', 'member')),
  given_by text not null,
  at timestamptz not null,
  primary key (scope_id, participant_id)
);
create index seat_participant on seat (participant_id, scope_id);
-- Who sits in a place, owner and helpers first, then by how long: the first of them without looking at all.
create index seat_order on seat (scope_id, array_position(array['owner', 'helper', 'member'], role), at, participant_id);

-- whoever was removed does not come back by themselves
create table removal (
  scope_id text not null,
  participant_id text not null,
  by_id text not null,
  at timestamptz not null,
  reason text,
  primary key (scope_id, participant_id)
);

create table join_request (
  scope_id text not null,
  participant_id text not null,
  note text,
  at timestamptz not null,
  primary key (scope_id, participant_id)
);

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
-- The invites of a hub that may still work: owner and helpers list them.
create index invite_hub on invite (hub_id) where revoked_at is null;
create index invite_maker on invite (created_by) where revoked_at is null;

-- Threads and pads that a hub shows first.
create table pin (
  item_id text primary key,
  hub_id text not null,
  by_id text not null,
  at timestamptz not null
);
create index pin_hub on pin (hub_id);

-- what owner, helpers and makers did, newest read first
create table act (
  id text primary key,
  hub_id text not null,
  action text not null,
  target_type text not null,
  target_id text not null,
  by_id text not null,
  at timestamptz not null,
  reason text,
  note text,
  batch_id text,
  -- the act that took this one back
  taken_back_by text,
  -- the thread or pad whose seat it was about
  scope_id text,
  -- what stood before: the role of a seat
  was text,
  duplicate_of text
);
create index act_hub on act (hub_id, id);
create index act_batch on act (batch_id) where batch_id is not null;
create index act_by on act (by_id, hub_id);

-- a member waits to become owner of a hub whose owner went quiet
create table takeover (
  hub_id text primary key,
  by_id text not null,
  at timestamptz not null,
  takes_effect_at timestamptz not null
);
create index takeover_due on takeover (takes_effect_at);
