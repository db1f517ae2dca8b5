-- The lanes of Explore, of the front page and of search_svc list what is newest in all hubs: without these, each page sorted
-- every thread of the server.
-- Up Migration

create index thread_changed on thread (updated_at, id);
create index thread_created on thread (created_at, id);
create index pad_changed on pad (updated_at, id);
create index pad_created on pad (created_at, id);
create index hub_created on hub (created_at, id);
