-- What a hub has newest is read in order from thread_hub and task_hub. An index that also begins with the hub looks as good to a
-- plan made for all hubs, most of which have few threads, and then a hub with thousands is read whole and sorted. In another
-- collation it serves catch_up alone, which names it.
-- Up Migration

create index thread_stamps on thread (hub_id collate "C", stamp);
create index task_stamps on task (hub_id collate "C", stamp);
create index task_pad on task (pad_id) where pad_id is not null;
create index hub_public_created on hub (created_at, id) where audience = 'public';
create index hub_public_changed on hub (updated_at, id) where audience = 'public';

-- Last, because it keeps readers out. Without them the release before, as long as it runs beside this one, is slower in large hubs.
drop index thread_stamped;
drop index task_stamped;
drop index hub_public;
