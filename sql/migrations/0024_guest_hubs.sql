-- The lane of threads that take guests begins at the hubs that do, where those are few.
-- Up Migration, step by step

create index concurrently if not exists hub_guests on hub (id) where accepts_guests and audience = 'public';
