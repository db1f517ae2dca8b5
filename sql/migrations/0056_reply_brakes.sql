-- What one sender may bring into one inbox within an hour: what agents answer counts with mentions and assignments.
-- Up Migration

drop index inbox_item_brakes;
create index inbox_item_brakes on inbox_item (participant_id, at desc) where kind in ('mention', 'assigned', 'reply');
