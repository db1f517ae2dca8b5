-- What one edit changed and the texts that stand in a pad of thousands of edits. A plan made for all pads would take each for
-- small, since most are, and look through all texts of a long one: so PostgreSQL is told to reckon with few pads. Where only a few
-- pads were written much, a hundred still make each one look so short that a plan reads all texts it ever had.
-- Up Migration

alter table block_text alter column pad_id set (n_distinct = 10);
analyze block_text;
