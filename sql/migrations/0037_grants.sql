-- A grant that goes on for a month leaves thousands of spent tokens, whose reuse reveals a theft. Each renewal looked through all of them for the few that are valid, in the batch that everybody's writes wait for, and so did the settings of its person.
-- Up Migration, step by step

create index concurrently if not exists credential_grant_valid on credential (grant_id) where revoked_at is null;
create index concurrently if not exists credential_valid on credential (participant_id, kind) where revoked_at is null;
create index concurrently if not exists credential_grant_age on credential (grant_id, kind, created_at) where grant_id is not null;
-- Last: the release before asks by the grant alone, which the new one answers too.
drop index concurrently if exists credential_grant;
