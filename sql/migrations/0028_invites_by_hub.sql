-- Up Migration

-- The invites of a hub that may still work: owner and helpers list them.
create index invite_hub on invite (hub_id) where revoked_at is null;
