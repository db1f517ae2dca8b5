-- What a hub has newest is read in order from thread_hub and task_hub. An index that also begins with the hub looks as good to a
-- plan made for all hubs, most of which have few threads, and then a hub with thousands is read whole and sorted. In another
-- collation it serves catch_up alone, which names it.
-- Up Migration, step by step

create index concurrently if not exists thread_stamps on thread (hub_id collate "C", stamp);
create index concurrently if not exists task_stamps on task (hub_id collate "C", stamp);
create index concurrently if not exists task_pad on task (pad_id) where pad_id is not null;
create index concurrently if not exists hub_public_created on hub (created_at, id) where audience = 'public';
create index concurrently if not exists hub_public_changed on hub (updated_at, id) where audience = 'public';

-- Last: without them the release before, as long as it runs beside this one, is slower in large hubs.
drop index concurrently if exists thread_stamped;
drop index concurrently if exists task_stamped;
drop index concurrently if exists hub_public;
