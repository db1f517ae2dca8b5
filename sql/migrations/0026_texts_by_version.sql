-- What one edit changed in a pad of thousands of edits. A plan made for all pads would take each for small, since most are, and
-- look through all texts of a long one: so PostgreSQL is told to reckon with few pads.
-- Up Migration

create index block_text_version on block_text (pad_id, version);
alter table block_text alter column pad_id set (n_distinct = 100);
analyze block_text;
