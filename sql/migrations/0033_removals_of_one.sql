-- A guest's removals follow them into the account they join.
-- Up Migration

create index removal_participant on removal (participant_id);
