-- What makes a service of many months slow or full: a key was looked for among all keys of its agent to know which one was renewed from it, and a batch of undoing that was taken back kept a row for each thing it had taken back, of which only the number is told.
-- Up Migration, step by step

create index concurrently if not exists credential_renewed_from on credential (renewed_from) where renewed_from is not null;
create index concurrently if not exists credential_newest on credential (participant_id, kind, created_at, id);
-- Its rows of one participant come in no order: the new one tells which is the newest.
drop index concurrently if exists credential_participant;
alter table undo_batch add column if not exists counted jsonb;
create index concurrently if not exists undo_batch_back on undo_batch (taken_back_at) where taken_back_at is not null and steps is not null;
