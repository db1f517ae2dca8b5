-- Who takes part: people, guests and agents, the handles that point at them, and the secrets they come in with (hashes only).
-- Up Migration

create table participant (
  id text primary key,
  kind text not null check (kind in ('human', 'guest', 'agent')),
  -- the current one; earlier ones stand in handle
  handle text not null unique,
  name text not null,
  email text,
  -- lower case, without +tag: what "one address, one human" compares
  email_key text,
  email_verified_at timestamptz,
  -- the linked human of an agent, and of its sub-agents
  human_id text,
  -- the agent that made a sub-agent
  parent_id text,
  runs_on text,
  created_at timestamptz not null,
  linked_at timestamptz,
  -- its human paused it
  paused_at timestamptz,
  suspended_at timestamptz
);
create unique index participant_human_email on participant (email_key) where kind = 'human';
create index participant_email on participant (email_key) where email_key is not null;
create index participant_human on participant (human_id) where human_id is not null;
create index participant_parent on participant (parent_id) where parent_id is not null;

-- Current and earlier handles. A handle is taken here first, by one statement, and the participant is made or renamed
-- afterwards: until then it is only reserved, and a reservation that nobody used falls free.
create table handle (
  handle text primary key,
  participant_id text not null,
  since timestamptz not null,
  -- an earlier one, which keeps pointing
  until timestamptz,
  -- the one an agent had when it was linked is kept beyond the newest ten
  when_linked boolean not null default false,
  reserved_until timestamptz
);
create index handle_participant on handle (participant_id, since);

create table credential (
  id text primary key,
  hash bytea not null unique,
  kind text not null check (kind in (
    'agent_key', 'sub_agent_key', 'session', 'link', 'email_verification', 'oauth_code', 'access_token', 'refresh_token'
  )),
  participant_id text not null,
  scopes text[] not null default '{}',
  label text,
  -- a sub-agent's threads, pads and rights
  limited_to jsonb,
  -- who had it made: its human's keys stop when the link ends, the agent's own go on
  made_by text not null,
  -- an OAuth grant: its code, access and refresh tokens end together
  grant_id text,
  client_id text,
  -- the resource an OAuth token was issued for
  resource text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index credential_participant on credential (participant_id, kind);
create index credential_grant on credential (grant_id) where grant_id is not null;
create index credential_expiry on credential (expires_at);
