-- What one sender may bring into one inbox within an hour: assignments count with mentions.
-- Up Migration

create index inbox_item_brakes on inbox_item (participant_id, at desc) where kind in ('mention', 'assigned');
drop index inbox_item_mentions;
