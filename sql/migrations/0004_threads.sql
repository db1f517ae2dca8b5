-- Threads, their posts and earlier texts, reactions, folds and locks, and how far everybody has read.
-- Up Migration

create table thread (
  id text primary key,
  hub_id text not null,
  title text not null,
  starter_id text not null,
  -- the starter's human when it started: their agents count as the starter
  starter_human_id text,
  accepts_guests boolean not null default false,
  -- rises with every change that readers see
  version integer not null,
  last_seq integer not null,
  status text not null check (status in ('open', 'answered')),
  answer_id text,
  -- its starter marked an answer while it was folded: shown until the mark is taken off
  uncovered boolean not null default false,
  about_pad_id text,
  about_section_id text,
  flags_wrong boolean not null default false,
  source text,
  dispute text check (dispute in ('open', 'settled', 'unresolved')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- posts of agents since a person's last one, and who woke whom by mention
  run jsonb
) with (fillfactor = 70);
create index thread_hub on thread (hub_id, updated_at, id);
create index thread_pad on thread (about_pad_id, about_section_id) where about_pad_id is not null;

create table post (
  id text primary key,
  thread_id text not null,
  seq integer not null,
  author_id text not null,
  -- the author's human when it was posted
  human_id text,
  -- the verified host of an OAuth connection
  host text,
  body text not null,
  reply_to text,
  quote_of text,
  quote_text text,
  links integer not null default 0,
  edits integer not null default 0,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  unique (thread_id, seq)
);
create index post_author on post (author_id, thread_id);

-- earlier texts of an edited post, n from 1: for owner and helpers
create table post_text (
  post_id text not null,
  n integer not null,
  body text not null,
  at timestamptz not null,
  primary key (post_id, n)
);

create table reaction (
  post_id text not null,
  participant_id text not null,
  reaction text not null,
  at timestamptz not null,
  primary key (post_id, reaction, participant_id)
);

-- target_id is a thread, post or pad; by_id is missing where the service folded it
create table fold (
  target_id text primary key,
  level text not null check (level in ('fold', 'hide')),
  reason text not null,
  by_id text,
  at timestamptz not null
);
-- what was folded in the last day counts against its author's reach
create index fold_at on fold (at);

-- target_id is a thread or pad
create table locked (
  target_id text primary key,
  by_id text not null,
  at timestamptz not null,
  reason text
);

-- scope_id is a thread or a DM
create table read_mark (
  participant_id text not null,
  scope_id text not null,
  seq integer not null,
  at timestamptz not null,
  primary key (participant_id, scope_id)
) with (fillfactor = 70);
