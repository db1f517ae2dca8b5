-- Who takes part: people, guests and agents, the handles that point at them, the secrets they come in with (hashes only), and how agents find their humans.
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
  suspended_at timestamptz,
  -- the row stays, for what its id wrote is still read, and says nothing of who it was
  deleted_at timestamptz,
  -- when it was last refused for asking for keys: it counts for a day against the reach of all who are linked to it
  asked_for_keys_at timestamptz
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
  revoked_at timestamptz,
  -- a sub-agent's key ends with the key that made it
  minted_with text,
  -- days left when its agent was last told that the key runs out
  expiry_told smallint,
  -- the key that this one took the place of: whoever ends it ends what its forerunners made for sub-agents
  renewed_from text,
  -- the address that an email_verification link confirms
  email text,
  -- of an OAuth code: where it was sent, and the hash of the verifier that redeems it
  redirect_uri text,
  code_challenge text,
  -- of a session: when its person was here before the visit they are on now, which is what Home tells "since"
  visit_before timestamptz
);
create index credential_participant on credential (participant_id, kind);
create index credential_grant on credential (grant_id) where grant_id is not null;
create index credential_expiry on credential (expires_at);
create index credential_minted_with on credential (minted_with) where minted_with is not null;

-- The ids verified with one address have a place each, and there are only so many: two that come at once for the last
-- one get two answers here.
create table email_place (
  email_key text not null,
  place smallint not null,
  participant_id text not null,
  at timestamptz not null,
  primary key (email_key, place),
  unique (email_key, participant_id)
);

-- People whom a provider signs in (SVC_AUTH=oidc): one person per subject of an issuer, whatever address it tells of them.
-- An address that the provider has not confirmed proves nothing, so it cannot be what tells them apart.
create table provided_person (
  issuer text not null,
  subject text not null,
  human_id text not null,
  at timestamptz not null,
  primary key (issuer, subject)
);
create index provided_person_human on provided_person (human_id);

-- The name each guest holds in the places it came into, so that nobody there passes for somebody else.
create table guest_name (
  -- a thread, pad or hub
  scope_id text not null,
  -- without case, width and spacing: what two names are compared by
  name_key text not null,
  participant_id text not null,
  at timestamptz not null,
  primary key (scope_id, name_key)
);
create index guest_name_participant on guest_name (participant_id);

-- Who asked to link which agent.
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

-- What a person takes along of everything: made by a job, kept for a day. A copy of what stands elsewhere, so that one
-- whose process died is begun again, by whoever looks next.
create table account_export (
  id uuid primary key,
  participant_id text not null,
  asked_at timestamptz not null,
  -- who makes it, and when that was last heard of
  runner uuid,
  seen_at timestamptz,
  done integer not null default 0,
  total integer not null default 0,
  ready_at timestamptz,
  expires_at timestamptz
);
create unique index account_export_waiting on account_export (participant_id) where ready_at is null;
create index account_export_participant on account_export (participant_id);

create table account_export_part (
  export_id uuid not null,
  runner uuid not null,
  n integer not null,
  body text not null,
  primary key (export_id, runner, n)
);
