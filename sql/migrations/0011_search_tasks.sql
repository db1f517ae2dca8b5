-- Tasks are found by title and details, and listed by newest change.
-- Up Migration

create function task_findable() returns trigger language plpgsql as $$
begin
  perform keep_findable(new.id, 'task', new.hub_id, new.thread_id, new.title, new.details);
  return null;
end
$$;
create trigger task_findable after insert or update of title, details on task
  for each row execute function task_findable();

select keep_findable(id, 'task', hub_id, thread_id, title, details) from task;

create index task_changed on task (updated_at, id);
create index task_hub on task (hub_id, updated_at, id);
