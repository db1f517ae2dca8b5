-- Who owns which mailbox shard, how far it was read, and what became of every message: the machinery's one truth.
-- Up Migration

-- Sixty-four rows that are rewritten at every commit: half-empty pages keep those updates inside one page (HOT).
create table shard (
  id int primary key,
  owner uuid,
  epoch int not null default 0,
  -- false while owned: an owner that left without releasing may have died on a message
  clean boolean not null default true,
  lease_until timestamptz not null default '-infinity',
  -- id of the last stream entry whose effects are committed
  offs text not null default '0-0',
  commits bigint not null default 0,
  -- the stream entry that is being tried alone after an unclean claim, and how often it was
  probe text,
  probe_n int not null default 0
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The number of rows is the stored number of shards; a host whose code disagrees does not start.
insert into shard (id) select generate_series(0, 63);

create table host (
  id uuid primary key,
  seen timestamptz not null
);

-- One row an attempt, written by whoever comes first: the batch with its result, or the front-end with a tombstone.
create table message (
  id uuid primary key,
  shard int not null,
  actor text not null,
  result json not null,
  at timestamptz not null
);
create index message_at on message using brin (at) with (pages_per_range = 16);

-- Which attempt owns an idempotency key; successes only.
create table idem (
  key uuid primary key,
  message uuid not null,
  request_hash text not null,
  at timestamptz not null
);
create index idem_at on idem using brin (at) with (pages_per_range = 16);

-- What one actor must tell another: written with its cause, deleted by the commit of the one told.
create table outbox (
  id uuid primary key,
  shard int not null,
  target text not null,
  body text not null,
  at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create table dead_letter (
  id uuid not null,
  shard int not null,
  body text not null,
  error text not null,
  at timestamptz not null
);
create index dead_letter_at on dead_letter (at);

-- Moves offsets and leases where the caller still owns every shard it names, and fails the whole transaction where not.
-- Leases are told by the database's own clock: it is the one clock that all hosts share, and no decision hangs on it.
create function fence(ids int[], epochs int[], offsets text[], ttl_ms int) returns void language plpgsql as $$
declare
  held int;
begin
  -- a write that is alone is waited for by somebody: the plain update by key is twice as fast as the general one
  if cardinality(ids) = 1 then
    update shard
    set offs = offsets[1], commits = commits + 1, probe = null, probe_n = 0,
      lease_until = clock_timestamp() + ttl_ms * interval '1 millisecond'
    where id = ids[1] and epoch = epochs[1];
    if found then
      return;
    end if;
    raise exception 'this shard has another owner' using errcode = 'SV001';
  end if;

  perform 1 from shard where id = any (ids) order by id for update;
  update shard as s
  set offs = f.offs, commits = commits + 1, probe = null, probe_n = 0,
    lease_until = clock_timestamp() + ttl_ms * interval '1 millisecond'
  from unnest(ids, epochs, offsets) as f (id, epoch, offs)
  where s.id = f.id and s.epoch = f.epoch;
  get diagnostics held = row_count;
  if held <> cardinality(ids) then
    raise exception 'a shard of this batch has another owner' using errcode = 'SV001';
  end if;
end
$$;
