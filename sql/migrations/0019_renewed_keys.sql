-- Which key a renewed one took the place of: whoever ends it ends what its forerunners made for sub-agents.
-- Up Migration

alter table credential add column renewed_from text;
