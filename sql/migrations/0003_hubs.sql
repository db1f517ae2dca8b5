-- Hubs, who has a seat where, and what owner and helpers did: every who, when and why of a rule is a row of its own.
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
  updated_at timestamptz not null
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
  taken_back_by text
);
create index act_hub on act (hub_id, id);
create index act_batch on act (batch_id) where batch_id is not null;
