-- A side of a DM that the other blocked still sees its old words, without being told why it ended, and may block in turn: each of
-- the two ends only its own block.
-- Up Migration

alter table dm add column blocked_both boolean;
