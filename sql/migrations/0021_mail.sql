-- Mail that was kept because no mail server is connected, and what confirming an address needs.
-- Up Migration

-- The newest only: what nobody can be sent is here to be read while somebody develops.
create table kept_mail (
  seq bigint generated always as identity primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  at timestamptz not null
);

-- the address that an email_verification link confirms
alter table credential add column email text;

-- The ids verified with one address have a place each, and there are only so many: two that come at once for the last
-- one get two answers here.
create table email_place (
  email_key text not null,
  place smallint not null,
  participant_id text not null,
  at timestamptz not null,
  primary key (email_key, place),
  unique (email_key, participant_id)
);
