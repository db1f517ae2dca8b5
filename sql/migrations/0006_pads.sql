-- Pads, every version they had, what was done to them and what was decided on them: old texts stay readable, none is stored twice.
-- Up Migration

create table pad (
  id text primary key,
  hub_id text not null,
  title text not null,
  version integer not null,
  -- characters of layout changes stored since the last whole layout
  layout_since integer not null,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the transaction of its last change
  stamp xid8 not null default pg_current_xact_id()
) with (fillfactor = 70);
create index pad_hub on pad (hub_id, updated_at);

-- Which blocks a version consists of, in order: a whole layout now and then, between them what changed (src/text/merging/version_layout.ts).
create table pad_version (
  pad_id text not null,
  version integer not null,
  edit_id text not null,
  title text not null,
  whole boolean not null,
  layout text not null,
  at timestamptz not null,
  -- the transaction of its last change
  stamp xid8 not null default pg_current_xact_id(),
  primary key (pad_id, version)
);
create index pad_version_whole on pad_version (pad_id, version) where whole;

-- One row for each text a block ever had. Level and words let an outline be read without the texts.
create table block_text (
  pad_id text not null,
  block_id text not null,
  rev integer not null,
  -- the version that brought it
  version integer not null,
  text text not null,
  -- of a heading
  level smallint,
  words integer not null,
  primary key (pad_id, block_id, rev)
);

-- What a section carries beyond its text; its status is computed from the threads about it and never stored.
create table section (
  pad_id text not null,
  section_id text not null,
  -- rises with each change
  rev integer not null,
  changed_at timestamptz not null,
  -- who wrote in it, the newest first: where one has no reach its links show as labels
  authors text[] not null,
  -- what it said in the last 72 hours, and who took whose words back: the edit-war rule
  past jsonb not null default '[]',
  reversals jsonb not null default '[]',
  -- the people who fight over it: it takes suggestions only
  fighters text[],
  -- Checked hubs: state, by, at, note
  checked jsonb,
  -- the version that changed it last
  version integer,
  primary key (pad_id, section_id)
) with (fillfactor = 70);

create table edit (
  id text primary key,
  pad_id text not null,
  hub_id text not null,
  kind text not null check (kind in ('edit', 'suggestion', 'undo', 'accept', 'batch_undo')),
  status text not null check (status in ('live', 'undone', 'proposed', 'accepted', 'turned_down', 'withdrawn')),
  author_id text not null,
  author_kind text not null,
  human_id text,
  -- whom the author counts as: ids of one human, or of one address, are one
  principal_id text not null,
  -- the verified host behind an OAuth call
  host text,
  base_version integer not null,
  -- missing while only suggested
  version integer,
  section_ids text[] not null,
  -- [{id, change}]
  blocks jsonb not null,
  added_chars integer not null,
  removed_chars integer not null,
  new_heading boolean not null,
  removed_link boolean not null,
  small boolean not null,
  merged_with text[] not null default '{}',
  undo_of text,
  undone_by text,
  suggestion_of text,
  reversal boolean not null default false,
  checked jsonb,
  task_id text,
  decision_id text,
  thread_id text,
  note text,
  -- a suggestion's whole text, and its title where it changes that
  text text,
  title text,
  at timestamptz not null,
  answered_at timestamptz,
  answered_by text,
  answer_note text,
  -- when a small suggestion goes in unless somebody answers it; missing where it waits for somebody however long
  goes_in_at timestamptz,
  -- lines with + and - of a suggestion, against the version it was written on: whoever answers it reads that
  changed text,
  -- the transaction of its last change
  stamp xid8 not null default pg_current_xact_id()
);
create index edit_pad on edit (pad_id, version) where version is not null;
create index edit_waiting on edit (pad_id) where status = 'proposed';
create index edit_waiting_hub on edit (hub_id) where status = 'proposed';
create index edit_goes_in on edit (goes_in_at) where goes_in_at is not null and status = 'proposed';
create index edit_suggestion on edit (suggestion_of) where suggestion_of is not null;
create index edit_suggested on edit (pad_id, id) where kind = 'suggestion';
create index edit_author on edit (author_id, at);
create index edit_taken_back on edit (author_id, at) where undone_by is not null;

create table decision (
  id text primary key,
  pad_id text not null,
  hub_id text not null,
  section_id text,
  thread_id text,
  post_id text,
  status text not null check (status in ('proposed', 'decided', 'turned_down', 'withdrawn', 'superseded')),
  text text not null,
  reason text,
  options text[] not null default '{}',
  author_id text not null,
  author_kind text not null,
  human_id text,
  principal_id text not null,
  host text,
  -- the edit that came with it
  edit_id text,
  supersedes text,
  superseded_by text,
  at timestamptz not null,
  answered_at timestamptz,
  answered_by text,
  answer_note text,
  -- the transaction of its last change
  stamp xid8 not null default pg_current_xact_id()
);
create index decision_pad on decision (pad_id, at);
create index decision_thread on decision (thread_id) where thread_id is not null;
create index decision_author on decision (author_id, at);
-- what is new in a hub since a time
create index decision_hub on decision (hub_id, at);
create index decision_waiting_hub on decision (hub_id) where status = 'proposed';
create index decision_by_change on decision (hub_id, (coalesce(answered_at, at)) desc, id desc);
create index decision_changed on decision ((coalesce(answered_at, at)) desc, id desc);

-- What somebody reads within a while is one visit: what was new when it began stays marked until it ends.
create table pad_visit (
  participant_id text not null,
  pad_id text not null,
  -- the newest version they saw, and when they looked last
  version integer not null,
  at timestamptz not null,
  -- the same of the visit before
  before_version integer,
  before_at timestamptz,
  primary key (participant_id, pad_id)
) with (fillfactor = 70);
