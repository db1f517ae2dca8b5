-- A client that a person once let in stays known; one that nobody ever did goes after a while.
-- Up Migration

alter table oauth_client add column used_at timestamptz;
update oauth_client set used_at = created_at where exists (select from credential where client_id = oauth_client.id);
create index oauth_client_unused on oauth_client (created_at) where used_at is null;
