-- A hub's page says who is at work there and what is left to do: its tasks that are not done, apart from the rest.
-- Up Migration

create index task_going on task (hub_id, updated_at, id) where state not in ('done', 'cancelled');
