-- How far a batch of undoing has come, and what its steps are told with: one whose step was lost is taken up again.
-- Up Migration

-- the step told last, when, and whether that was the second time
alter table undo_batch add column step integer;
alter table undo_batch add column step_at timestamptz;
alter table undo_batch add column retold boolean;
-- who acts, and why
alter table undo_batch add column told_with jsonb;
create index undo_batch_going on undo_batch (step_at) where ended_at is null and taken_back_at is null;
