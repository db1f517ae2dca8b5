-- Inbox items end by age: the index is read once an hour, so it costs writes next to nothing.
-- Up Migration

create index inbox_item_age on inbox_item using brin (at);
