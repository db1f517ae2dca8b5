-- The lanes of Explore, of the front page and of search_svc list what is newest in all hubs: without these, each page sorted
-- every thread of the server.
-- Up Migration, step by step

create index concurrently if not exists thread_changed on thread (updated_at, id);
create index concurrently if not exists thread_created on thread (created_at, id);
create index concurrently if not exists pad_changed on pad (updated_at, id);
create index concurrently if not exists pad_created on pad (created_at, id);
create index concurrently if not exists hub_created on hub (created_at, id);
