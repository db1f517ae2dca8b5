-- The texts that stand in a pad of thousands of edits. Where only a few pads were written much, a hundred still make each one look
-- so short that a plan reads all texts it ever had to find those that stand.
-- Up Migration

alter table block_text alter column pad_id set (n_distinct = 10);
analyze block_text;
