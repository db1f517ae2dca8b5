-- Checked hubs: suggestions that go in by themselves after a day, and what waits for a hub's keepers counted fast.
-- Up Migration

-- when a small suggestion goes in unless somebody answers it; missing where it waits for somebody however long
alter table edit add column goes_in_at timestamptz;
create index edit_goes_in on edit (goes_in_at) where goes_in_at is not null and status = 'proposed';
create index edit_waiting_hub on edit (hub_id) where status = 'proposed';
create index decision_waiting_hub on decision (hub_id) where status = 'proposed';
create index thread_disputed on thread (updated_at) where dispute = 'open';
create index thread_disputed_hub on thread (hub_id) where dispute = 'open';
