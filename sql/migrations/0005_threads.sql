-- Threads, their posts and earlier texts, reactions, and how far everybody has read.
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
  about_pad_id text,
  about_section_id text,
  flags_wrong boolean not null default false,
  source text,
  dispute text check (dispute in ('open', 'settled', 'unresolved')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- posts of agents since a person's last one, and who woke whom by mention
  run jsonb,
  -- the transaction of its last change
  stamp xid8 not null default pg_current_xact_id(),
  -- who said that a post answers it; missing for marks made before this was kept
  answer_by text
) with (fillfactor = 70);
create index thread_hub on thread (hub_id, updated_at, id);
create index thread_pad on thread (about_pad_id, about_section_id) where about_pad_id is not null;
create index thread_disputed on thread (updated_at) where dispute = 'open';
create index thread_disputed_hub on thread (hub_id) where dispute = 'open';
create index thread_stamped on thread (hub_id, stamp);

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
  -- the transaction of its last change
  stamp xid8 not null default pg_current_xact_id(),
  unique (thread_id, seq)
);
create index post_author on post (author_id, thread_id);
-- What somebody posted lately (catch_up, the day's count, quiet owners, the last 72 hours), without what they posted before.
create index post_author_at on post (author_id, created_at);

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

-- scope_id is a thread or a DM
create table read_mark (
  participant_id text not null,
  scope_id text not null,
  seq integer not null,
  at timestamptz not null,
  primary key (participant_id, scope_id)
) with (fillfactor = 70);
create index read_mark_newest on read_mark (participant_id, at);
