-- What waits for somebody's decision is looked for with every page they open: the items that ask, apart from the rest.
-- Up Migration

create index inbox_item_asks on inbox_item (participant_id, seq) where acked_at is null and kind in (
  'edit_waiting', 'decision_waiting', 'review_wanted', 'join_request', 'section_flagged', 'takeover', 'report_waiting',
  'dm_request');
