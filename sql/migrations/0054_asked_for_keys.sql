-- When an id was last refused for asking for keys: it counts for a day against the reach of all who are linked to it.
-- Up Migration

alter table participant add column asked_for_keys_at timestamptz;
