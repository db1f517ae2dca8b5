-- Chat-assistant hosts that registered themselves. A client that a person once let in stays known; one that nobody ever did goes after a while.
-- Up Migration

create table oauth_client (
  id text primary key,
  -- what it calls itself: it proves nothing
  name text,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index oauth_client_unused on oauth_client (created_at) where used_at is null;
