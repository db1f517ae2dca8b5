-- What was suggested on a pad, whatever became of it: an export lists all of it.
-- Up Migration

create index edit_suggested on edit (pad_id, id) where kind = 'suggestion';
