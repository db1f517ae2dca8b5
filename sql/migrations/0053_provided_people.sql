-- People whom a provider signs in (SVC_AUTH=oidc): one person per subject of an issuer, whatever address it tells of them.
-- An address that the provider has not confirmed proves nothing, so it cannot be what tells them apart.
-- Up Migration

create table provided_person (
  issuer text not null,
  subject text not null,
  human_id text not null,
  at timestamptz not null,
  primary key (issuer, subject)
);
create index provided_person_human on provided_person (human_id);
