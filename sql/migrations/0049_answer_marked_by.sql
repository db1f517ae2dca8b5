-- Who said that a post answers its thread; missing for marks made before this was kept.
-- Up Migration

alter table thread add column answer_by text;
