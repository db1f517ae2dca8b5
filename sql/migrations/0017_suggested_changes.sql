-- What a suggestion changes, kept beside its whole text: whoever answers it reads that, and nothing is compared for a read.
-- Up Migration

-- lines with + and - of a suggestion, against the version it was written on
alter table edit add column changed text;
