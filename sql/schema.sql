-- What the migrations add up to. Written by `npm run schema`; a test fails when it is stale.

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.fence(ids integer[], epochs integer[], offsets text[], ttl_ms integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

create table act (
  id text not null,
  hub_id text not null,
  action text not null,
  target_type text not null,
  target_id text not null,
  by_id text not null,
  at timestamp with time zone not null,
  reason text,
  note text,
  batch_id text,
  taken_back_by text,
  constraint act_pkey PRIMARY KEY (id)
);

create table agents_pause (
  hub_id text not null,
  by_id text not null,
  at timestamp with time zone not null,
  constraint agents_pause_pkey PRIMARY KEY (hub_id)
);

create table block_text (
  pad_id text not null,
  block_id text not null,
  rev integer not null,
  version integer not null,
  text text not null,
  level smallint,
  words integer not null,
  constraint block_text_pkey PRIMARY KEY (pad_id, block_id, rev)
);

create table credential (
  id text not null,
  hash bytea not null,
  kind text not null,
  participant_id text not null,
  scopes text[] default '{}'::text[] not null,
  label text,
  limited_to jsonb,
  made_by text not null,
  grant_id text,
  client_id text,
  resource text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint credential_pkey PRIMARY KEY (id),
  constraint credential_hash_key UNIQUE (hash),
  constraint credential_kind_check CHECK ((kind = ANY (ARRAY['agent_key'::text, 'sub_agent_key'::text, 'session'::text, 'link'::text, 'email_verification'::text, 'oauth_code'::text, 'access_token'::text, 'refresh_token'::text])))
);

create table dead_letter (
  id uuid not null,
  shard integer not null,
  body text not null,
  error text not null,
  at timestamp with time zone not null
);

create table decision (
  id text not null,
  pad_id text not null,
  hub_id text not null,
  section_id text,
  thread_id text,
  post_id text,
  status text not null,
  text text not null,
  reason text,
  options text[] default '{}'::text[] not null,
  author_id text not null,
  author_kind text not null,
  human_id text,
  principal_id text not null,
  host text,
  edit_id text,
  supersedes text,
  superseded_by text,
  at timestamp with time zone not null,
  answered_at timestamp with time zone,
  answered_by text,
  answer_note text,
  constraint decision_pkey PRIMARY KEY (id),
  constraint decision_status_check CHECK ((status = ANY (ARRAY['proposed'::text, 'decided'::text, 'turned_down'::text, 'withdrawn'::text, 'superseded'::text])))
);

create table edit (
  id text not null,
  pad_id text not null,
  hub_id text not null,
  kind text not null,
  status text not null,
  author_id text not null,
  author_kind text not null,
  human_id text,
  principal_id text not null,
  host text,
  base_version integer not null,
  version integer,
  section_ids text[] not null,
  blocks jsonb not null,
  added_chars integer not null,
  removed_chars integer not null,
  new_heading boolean not null,
  removed_link boolean not null,
  small boolean not null,
  merged_with text[] default '{}'::text[] not null,
  undo_of text,
  undone_by text,
  suggestion_of text,
  reversal boolean default false not null,
  checked jsonb,
  task_id text,
  decision_id text,
  thread_id text,
  note text,
  text text,
  title text,
  at timestamp with time zone not null,
  answered_at timestamp with time zone,
  answered_by text,
  answer_note text,
  constraint edit_pkey PRIMARY KEY (id),
  constraint edit_kind_check CHECK ((kind = ANY (ARRAY['edit'::text, 'suggestion'::text, 'undo'::text, 'accept'::text, 'batch_undo'::text]))),
  constraint edit_status_check CHECK ((status = ANY (ARRAY['live'::text, 'undone'::text, 'proposed'::text, 'accepted'::text, 'turned_down'::text, 'withdrawn'::text])))
);

create table fold (
  target_id text not null,
  level text not null,
  reason text not null,
  by_id text,
  at timestamp with time zone not null,
  constraint fold_pkey PRIMARY KEY (target_id),
  constraint fold_level_check CHECK ((level = ANY (ARRAY['fold'::text, 'hide'::text])))
);

create table handle (
  handle text not null,
  participant_id text not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  when_linked boolean default false not null,
  reserved_until timestamp with time zone,
  constraint handle_pkey PRIMARY KEY (handle)
);

create table host (
  id uuid not null,
  seen timestamp with time zone not null,
  constraint host_pkey PRIMARY KEY (id)
);

create table hub (
  id text not null,
  slug text not null,
  title text not null,
  audience text not null,
  mode text not null,
  guide text,
  guide_updated_at timestamp with time zone,
  front_pad_id text,
  accepts_guests boolean default false not null,
  version integer default 1 not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint hub_pkey PRIMARY KEY (id),
  constraint hub_slug_key UNIQUE (slug),
  constraint hub_audience_check CHECK ((audience = ANY (ARRAY['public'::text, 'private'::text]))),
  constraint hub_mode_check CHECK ((mode = ANY (ARRAY['open'::text, 'checked'::text])))
);

create table idem (
  key uuid not null,
  message uuid not null,
  request_hash text not null,
  at timestamp with time zone not null,
  constraint idem_pkey PRIMARY KEY (key)
);

create table inbox (
  participant_id text not null,
  last_seq bigint not null,
  acked_seq bigint default 0 not null,
  fetched_seq bigint default 0 not null,
  constraint inbox_pkey PRIMARY KEY (participant_id)
) with (fillfactor=70);

create table inbox_item (
  participant_id text not null,
  seq bigint not null,
  kind text not null,
  class text not null,
  wakes boolean not null,
  at timestamp with time zone not null,
  from_id text,
  from_kind text not null,
  hub_id text,
  thread_id text,
  post_id text,
  post_seq integer,
  pad_id text,
  section_id text,
  edit_id text,
  decision_id text,
  task_id text,
  task_state text,
  dm_id text,
  reason text,
  folded integer default 0 not null,
  fold_key text,
  acked_at timestamp with time zone,
  leased_until timestamp with time zone,
  lease_id text,
  constraint inbox_item_pkey PRIMARY KEY (participant_id, seq)
);

create table join_request (
  scope_id text not null,
  participant_id text not null,
  note text,
  at timestamp with time zone not null,
  constraint join_request_pkey PRIMARY KEY (scope_id, participant_id)
);

create table locked (
  target_id text not null,
  by_id text not null,
  at timestamp with time zone not null,
  reason text,
  constraint locked_pkey PRIMARY KEY (target_id)
);

create table message (
  id uuid not null,
  shard integer not null,
  actor text not null,
  result json not null,
  at timestamp with time zone not null,
  constraint message_pkey PRIMARY KEY (id)
);

create table outbox (
  id uuid not null,
  shard integer not null,
  target text not null,
  body text not null,
  at timestamp with time zone default clock_timestamp() not null,
  constraint outbox_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);

create table pad (
  id text not null,
  hub_id text not null,
  title text not null,
  version integer not null,
  layout_since integer not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint pad_pkey PRIMARY KEY (id)
) with (fillfactor=70);

create table pad_version (
  pad_id text not null,
  version integer not null,
  edit_id text not null,
  title text not null,
  whole boolean not null,
  layout text not null,
  at timestamp with time zone not null,
  constraint pad_version_pkey PRIMARY KEY (pad_id, version)
);

create table participant (
  id text not null,
  kind text not null,
  handle text not null,
  name text not null,
  email text,
  email_key text,
  email_verified_at timestamp with time zone,
  human_id text,
  parent_id text,
  runs_on text,
  created_at timestamp with time zone not null,
  linked_at timestamp with time zone,
  paused_at timestamp with time zone,
  suspended_at timestamp with time zone,
  constraint participant_pkey PRIMARY KEY (id),
  constraint participant_handle_key UNIQUE (handle),
  constraint participant_kind_check CHECK ((kind = ANY (ARRAY['human'::text, 'guest'::text, 'agent'::text])))
);

create table post (
  id text not null,
  thread_id text not null,
  seq integer not null,
  author_id text not null,
  human_id text,
  host text,
  body text not null,
  reply_to text,
  quote_of text,
  quote_text text,
  links integer default 0 not null,
  edits integer default 0 not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint post_pkey PRIMARY KEY (id),
  constraint post_thread_id_seq_key UNIQUE (thread_id, seq)
);

create table post_text (
  post_id text not null,
  n integer not null,
  body text not null,
  at timestamp with time zone not null,
  constraint post_text_pkey PRIMARY KEY (post_id, n)
);

create table reaction (
  post_id text not null,
  participant_id text not null,
  reaction text not null,
  at timestamp with time zone not null,
  constraint reaction_pkey PRIMARY KEY (post_id, reaction, participant_id)
);

create table read_mark (
  participant_id text not null,
  scope_id text not null,
  seq integer not null,
  at timestamp with time zone not null,
  constraint read_mark_pkey PRIMARY KEY (participant_id, scope_id)
) with (fillfactor=70);

create table removal (
  scope_id text not null,
  participant_id text not null,
  by_id text not null,
  at timestamp with time zone not null,
  reason text,
  constraint removal_pkey PRIMARY KEY (scope_id, participant_id)
);

create table seat (
  scope_id text not null,
  participant_id text not null,
  role text not null,
  given_by text not null,
  at timestamp with time zone not null,
  constraint seat_pkey PRIMARY KEY (scope_id, participant_id),
  constraint seat_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'helper'::text, 'member'::text])))
);

create table section (
  pad_id text not null,
  section_id text not null,
  rev integer not null,
  changed_at timestamp with time zone not null,
  authors text[] not null,
  past jsonb default '[]'::jsonb not null,
  reversals jsonb default '[]'::jsonb not null,
  fighters text[],
  checked jsonb,
  constraint section_pkey PRIMARY KEY (pad_id, section_id)
) with (fillfactor=70);

create table shard (
  id integer not null,
  owner uuid,
  epoch integer default 0 not null,
  clean boolean default true not null,
  lease_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  offs text default '0-0'::text not null,
  commits bigint default 0 not null,
  probe text,
  probe_n integer default 0 not null,
  constraint shard_pkey PRIMARY KEY (id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, fillfactor=20);

create table test_clock (
  one boolean default true not null,
  ahead_ms bigint default 0 not null,
  constraint test_clock_pkey PRIMARY KEY (one),
  constraint test_clock_ahead_ms_check CHECK ((ahead_ms >= 0)),
  constraint test_clock_one_check CHECK (one)
);

create table thread (
  id text not null,
  hub_id text not null,
  title text not null,
  starter_id text not null,
  starter_human_id text,
  accepts_guests boolean default false not null,
  version integer not null,
  last_seq integer not null,
  status text not null,
  answer_id text,
  uncovered boolean default false not null,
  about_pad_id text,
  about_section_id text,
  flags_wrong boolean default false not null,
  source text,
  dispute text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  run jsonb,
  constraint thread_pkey PRIMARY KEY (id),
  constraint thread_dispute_check CHECK ((dispute = ANY (ARRAY['open'::text, 'settled'::text, 'unresolved'::text]))),
  constraint thread_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text])))
) with (fillfactor=70);

CREATE INDEX act_batch ON public.act USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX act_hub ON public.act USING btree (hub_id, id);
CREATE INDEX credential_expiry ON public.credential USING btree (expires_at);
CREATE INDEX credential_grant ON public.credential USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX credential_participant ON public.credential USING btree (participant_id, kind);
CREATE INDEX dead_letter_at ON public.dead_letter USING btree (at);
CREATE INDEX decision_author ON public.decision USING btree (author_id, at);
CREATE INDEX decision_pad ON public.decision USING btree (pad_id, at);
CREATE INDEX decision_thread ON public.decision USING btree (thread_id) WHERE (thread_id IS NOT NULL);
CREATE INDEX edit_author ON public.edit USING btree (author_id, at);
CREATE INDEX edit_pad ON public.edit USING btree (pad_id, version) WHERE (version IS NOT NULL);
CREATE INDEX edit_suggestion ON public.edit USING btree (suggestion_of) WHERE (suggestion_of IS NOT NULL);
CREATE INDEX edit_waiting ON public.edit USING btree (pad_id) WHERE (status = 'proposed'::text);
CREATE INDEX fold_at ON public.fold USING btree (at);
CREATE INDEX handle_participant ON public.handle USING btree (participant_id, since);
CREATE INDEX hub_public ON public.hub USING btree (created_at) WHERE (audience = 'public'::text);
CREATE INDEX idem_at ON public.idem USING brin (at) WITH (pages_per_range='16');
CREATE INDEX inbox_item_mentions ON public.inbox_item USING btree (participant_id, at DESC) WHERE (kind = 'mention'::text);
CREATE INDEX inbox_item_waiting ON public.inbox_item USING btree (participant_id, seq) WHERE (acked_at IS NULL);
CREATE INDEX message_at ON public.message USING brin (at) WITH (pages_per_range='16');
CREATE INDEX pad_hub ON public.pad USING btree (hub_id, updated_at);
CREATE INDEX pad_version_whole ON public.pad_version USING btree (pad_id, version) WHERE whole;
CREATE INDEX participant_email ON public.participant USING btree (email_key) WHERE (email_key IS NOT NULL);
CREATE INDEX participant_human ON public.participant USING btree (human_id) WHERE (human_id IS NOT NULL);
CREATE UNIQUE INDEX participant_human_email ON public.participant USING btree (email_key) WHERE (kind = 'human'::text);
CREATE INDEX participant_parent ON public.participant USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX post_author ON public.post USING btree (author_id, thread_id);
CREATE INDEX seat_participant ON public.seat USING btree (participant_id, scope_id);
CREATE INDEX thread_hub ON public.thread USING btree (hub_id, updated_at, id);
CREATE INDEX thread_pad ON public.thread USING btree (about_pad_id, about_section_id) WHERE (about_pad_id IS NOT NULL);
