-- Chat-assistant hosts that registered themselves, and what a code has to be redeemed with.
-- Up Migration

create table oauth_client (
  id text primary key,
  -- what it calls itself: it proves nothing
  name text,
  redirect_uris text[] not null,
  created_at timestamptz not null
);

alter table credential
  -- of an OAuth code: where it was sent, and the hash of the verifier that redeems it
  add column redirect_uri text,
  add column code_challenge text;
