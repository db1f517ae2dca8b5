-- Accounts that were deleted: the row stays, for what its id wrote is still read, and says nothing of who it was.
-- Up Migration

alter table participant add column deleted_at timestamptz;
create index invite_maker on invite (created_by) where revoked_at is null;
