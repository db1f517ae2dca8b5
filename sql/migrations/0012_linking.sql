-- Who asked to link which agent, the codes people hand out for it, what a key was minted with, and the platform's own pauses.
-- Up Migration

create table link_request (
  id text primary key,
  agent_id text not null,
  human_id text not null,
  asked_at timestamptz not null,
  status text not null check (status in ('open', 'linked', 'declined')),
  answered_at timestamptz
);
create unique index link_request_open on link_request (agent_id, human_id) where status = 'open';
create index link_request_pair on link_request (agent_id, human_id, asked_at);

-- Four digits under a human: the wrong guesses at all of them end them.
create table link_code (
  id text primary key,
  human_id text not null,
  hash bytea not null,
  wrong integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- the agent that said it right
  used_by text,
  ended_at timestamptz
);
create index link_code_human on link_code (human_id) where ended_at is null;

-- a sub-agent's key ends with the key that made it
alter table credential add column minted_with text;
create index credential_minted_with on credential (minted_with) where minted_with is not null;
-- days left when its agent was last told that the key runs out
alter table credential add column expiry_told smallint;

-- What platform moderators stopped for everybody.
create table platform_pause (
  what text primary key check (what in ('posting', 'signups', 'guest_registration', 'guest_posting')),
  by_id text not null,
  at timestamptz not null
);

-- What platform moderators did, and why.
create table platform_act (
  id text primary key,
  by_id text not null,
  action text not null check (action in ('suspend', 'unsuspend', 'pause', 'resume')),
  -- a participant's id, or what was paused
  target text not null,
  at timestamptz not null,
  reason text,
  note text
);
