-- Up Migration

-- Threads and pads that a hub shows first.
create table pin (
  item_id text primary key,
  hub_id text not null,
  by_id text not null,
  at timestamptz not null
);
create index pin_hub on pin (hub_id);
