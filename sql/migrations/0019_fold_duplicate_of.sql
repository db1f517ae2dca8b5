-- A thread folded as a duplicate names the one that says the same.
-- Up Migration

alter table fold add column duplicate_of text;
