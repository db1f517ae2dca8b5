-- Whose note goes with an inbox item; what a batch of undoing set out to do, and all it takes to bring that back.
-- Up Migration

-- the log entry or report it tells of: its note is shown with the item, and stands only there
alter table inbox_item add column note_of text;

-- what is told one after the other, as counted before the first of it: nothing looks for it again
alter table undo_batch add column steps jsonb;
alter table undo_batch add column ended_at timestamptz;

-- when it was taken back: what has another time since is somebody else's doing
alter table undo_item add column at timestamptz;
-- what stood before: a fold, or how a task stood
alter table undo_item add column before jsonb;
-- what became of it when the batch was taken back
alter table undo_item add column back text check (back in ('restored', 'kept'));
update undo_item set before = jsonb_build_object('level', 'fold', 'reason', was) where was is not null;
alter table undo_item drop column was;
create index undo_item_place on undo_item (batch_id, place_id, id);
