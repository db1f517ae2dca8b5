-- Guest people: the name each holds in the places it came into, so that nobody there passes for somebody else.
-- Up Migration

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
