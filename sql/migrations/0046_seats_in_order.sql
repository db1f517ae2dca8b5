-- Who sits in a place, owner and helpers first, then by how long: the first of them without looking at all.
-- Up Migration

create index seat_order on seat (scope_id, array_position(array['owner', 'helper', 'member'], role), at, participant_id);
