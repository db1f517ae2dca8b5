-- An act that changed a role or took a seat tells since when its holder had the one before: taken back, it is theirs since then again.
-- Up Migration

alter table act add column was_since timestamptz;
