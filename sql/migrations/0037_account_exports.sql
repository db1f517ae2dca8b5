-- What a person takes along of everything: made by a job, kept for a day. A copy of what stands elsewhere, so that one
-- whose process died is begun again, by whoever looks next.
-- Up Migration

create table account_export (
  id uuid primary key,
  participant_id text not null,
  asked_at timestamptz not null,
  -- who makes it, and when that was last heard of
  runner uuid,
  seen_at timestamptz,
  done integer not null default 0,
  total integer not null default 0,
  ready_at timestamptz,
  expires_at timestamptz
);
create unique index account_export_waiting on account_export (participant_id) where ready_at is null;
create index account_export_participant on account_export (participant_id);

create table account_export_part (
  export_id uuid not null,
  runner uuid not null,
  n integer not null,
  body text not null,
  primary key (export_id, runner, n)
);
