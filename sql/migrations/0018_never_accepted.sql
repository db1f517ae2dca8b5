-- A proposal in whose place another of its options was chosen: it is superseded, but never was decided. Whoever withdraws the
-- chosen one sets it back to waiting, and the history of a pad leaves it out.
-- Up Migration

alter table decision add column never_accepted boolean;

-- What stands already is guessed by its rows: the choice copied the options and where the decision belongs. A decision that
-- another one with the same options replaced by hand looks alike.
update decision older set never_accepted = true
from decision newer
where newer.id = older.superseded_by and older.status = 'superseded' and newer.supersedes = older.id
  and newer.options = older.options and newer.text = any(older.options) and newer.text <> older.text
  and newer.at = older.answered_at
  and (newer.section_id, newer.thread_id, newer.post_id)
    is not distinct from (older.section_id, older.thread_id, older.post_id);

-- and what a batch took back, which can be brought back
update undo_item item set before = item.before || '{"never_accepted": true}'
from decision older join decision newer on newer.supersedes = older.id
where item.kind = 'decision' and item.back is null and older.id = item.id and item.before ->> 'status' = 'superseded'
  and newer.id = item.before ->> 'superseded_by'
  and newer.options = older.options and newer.text = any(older.options) and newer.text <> older.text
  and newer.at = (item.before ->> 'answered_at')::timestamptz
  and (newer.section_id, newer.thread_id, newer.post_id)
    is not distinct from (older.section_id, older.thread_id, older.post_id);
