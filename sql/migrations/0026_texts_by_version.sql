-- What one edit changed in a pad of thousands of edits.
-- Up Migration, step by step

create index concurrently if not exists block_text_version on block_text (pad_id, version);
