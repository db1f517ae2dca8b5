-- A block range index never narrows: once deleted rows have made room for new ones, every range reaches back to the oldest,
-- and what has expired was found by reading the whole table, each minute.
-- Up Migration, step by step

create index concurrently if not exists message_age on message (at);
create index concurrently if not exists idem_age on idem (at);
-- of an expression: only what deletes old items is to be offered it, not what reads one inbox
create index concurrently if not exists inbox_item_at on inbox_item ((at at time zone 'UTC'));
create index concurrently if not exists inbox_item_acked on inbox_item (acked_at) where acked_at is not null;

-- Last: nothing but the deletion of the release before used them.
drop index concurrently if exists message_at;
drop index concurrently if exists idem_at;
drop index concurrently if exists inbox_item_age;
