-- Who wrote a hub's Read me first: its links are links where they have reach. Of an older one it counts as its maker.
-- Up Migration

alter table hub add column guide_by text;
