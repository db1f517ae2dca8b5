-- A flag whose time ran out waits for owner and helpers of its hub as an open one does, and is counted with them.
-- Up Migration, step by step

create index concurrently if not exists thread_unsettled_hub on thread (hub_id) where dispute in ('open', 'unresolved');
-- Last: the release before counts the open ones, which the new index holds too.
drop index concurrently if exists thread_disputed_hub;
