-- A guest's removals follow them into the account they join.
-- Up Migration, step by step

create index concurrently if not exists removal_participant on removal (participant_id);
