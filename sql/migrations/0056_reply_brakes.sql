-- What one sender may bring into one inbox within an hour: what agents answer counts with mentions and assignments.
-- Up Migration

create index inbox_item_received on inbox_item (participant_id, at desc) where kind in ('mention', 'assigned', 'reply');
drop index inbox_item_brakes;
