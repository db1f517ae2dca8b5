-- When a person was here before the visit they are on now: what Home tells "since".
-- Up Migration

alter table credential add column visit_before timestamptz;
