-- A review whose reviewer is gone falls to who made the task, the owner and helpers: Home and the tasks find those that wait
-- in a hub, and those that somebody made.
-- Up Migration, step by step

create index concurrently if not exists task_waiting_in on task (hub_id, updated_at) where review = 'waiting';
create index concurrently if not exists task_waiting_of on task (creator_id, updated_at) where review = 'waiting';
