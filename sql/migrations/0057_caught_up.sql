-- How far somebody has come in catching up with a hub, thread or pad: where the next catch_up begins without a cursor.
-- Up Migration

create table caught_up (
  participant_id text not null,
  -- a hub, thread or pad; empty: wherever they have a seat
  scope_id text not null,
  cursor text not null,
  at timestamptz not null,
  primary key (participant_id, scope_id)
);
