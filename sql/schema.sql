-- What the migrations add up to. Written by `npm run schema`; a test fails when it is stale.

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.count_seats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into seat_count (scope_id, seats, agents)
  select scope_id, tg_argv[0]::int * count(*), tg_argv[0]::int * count(*) filter (where participant_id like 'agt\_%')
  from changed group by scope_id order by scope_id
  on conflict (scope_id) do update
    set seats = seat_count.seats + excluded.seats, agents = seat_count.agents + excluded.agents;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.decision_findable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_findable(new.id, 'decision', new.hub_id, new.pad_id, new.text,
    concat_ws(' ', new.reason, array_to_string(new.options, ' ')));
  return null;
end
$function$;

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

CREATE OR REPLACE FUNCTION public.fold_author()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.author_id := coalesce(
    (select author_id from post where id = new.target_id),
    (select starter_id from thread where id = new.target_id),
    (select created_by from pad where id = new.target_id));
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.hub_findable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_findable(new.id, 'hub', new.id, new.id, new.title || ' ' || new.slug, new.guide);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_findable(id text, kind text, hub text, place text, title text, text text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into findable (id, kind, hub_id, place_id, made, title, words)
  values (id, kind, hub, place, substr(id, strpos(id, '_') + 1), words_of(hub, title),
    words_of(hub, title || ' ' || coalesce(text, '')))
  on conflict on constraint findable_pkey do update set title = excluded.title, words = excluded.words
$function$;

CREATE OR REPLACE FUNCTION public.post_waits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into words_waiting (post_id) values (new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.posts_wait()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into words_waiting (post_id) select id from arrived;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.race_lost(what text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%', what using errcode = 'serialization_failure';
end
$function$;

CREATE OR REPLACE FUNCTION public.stamp_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.stamp := pg_current_xact_id();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.task_findable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_findable(new.id, 'task', new.hub_id, new.thread_id, new.title, new.details);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.title_findable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- the writer of a pad sends its title with every version
  if tg_op = 'UPDATE' then
    if new.title = old.title then return null; end if;
  end if;
  perform keep_findable(new.id, tg_argv[0], new.hub_id, new.id, new.title, null);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.words_in(text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select to_tsvector('simple', regexp_replace(translate(text, '<', ' '), '\S{128}', '\& ', 'g'))
$function$;

CREATE OR REPLACE FUNCTION public.words_of(hub text, text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_to_tsvector(array[chr(1) || hub]) || words_in(text)
$function$;

create table account_export (
  id uuid not null,
  participant_id text not null,
  asked_at timestamp with time zone not null,
  runner uuid,
  seen_at timestamp with time zone,
  done integer default 0 not null,
  total integer default 0 not null,
  ready_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint account_export_pkey PRIMARY KEY (id)
);

create table account_export_part (
  export_id uuid not null,
  runner uuid not null,
  n integer not null,
  body text not null,
  constraint account_export_part_pkey PRIMARY KEY (export_id, runner, n)
);

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
  scope_id text,
  was text,
  duplicate_of text,
  was_since timestamp with time zone,
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

create table caught_up (
  participant_id text not null,
  scope_id text not null,
  cursor text not null,
  at timestamp with time zone not null,
  constraint caught_up_pkey PRIMARY KEY (participant_id, scope_id)
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
  minted_with text,
  expiry_told smallint,
  renewed_from text,
  email text,
  redirect_uri text,
  code_challenge text,
  visit_before timestamp with time zone,
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
  stamp xid8 default pg_current_xact_id() not null,
  made_with text,
  never_accepted boolean,
  constraint decision_pkey PRIMARY KEY (id),
  constraint decision_status_check CHECK ((status = ANY (ARRAY['proposed'::text, 'decided'::text, 'turned_down'::text, 'withdrawn'::text, 'superseded'::text])))
);

create table dm (
  id text not null,
  a_id text not null,
  b_id text not null,
  status text not null,
  asked_by text not null,
  requested_at timestamp with time zone,
  answered_at timestamp with time zone,
  blocked_by text,
  was_open boolean not null,
  version integer not null,
  last_seq integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  blocked_both boolean,
  constraint dm_pkey PRIMARY KEY (id),
  constraint dm_a_id_b_id_key UNIQUE (a_id, b_id),
  constraint dm_check CHECK ((a_id < b_id)),
  constraint dm_check1 CHECK (((status = 'blocked'::text) = (blocked_by IS NOT NULL))),
  constraint dm_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'open'::text, 'declined'::text, 'blocked'::text])))
) with (fillfactor=70);

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
  goes_in_at timestamp with time zone,
  changed text,
  stamp xid8 default pg_current_xact_id() not null,
  made_with text,
  constraint edit_pkey PRIMARY KEY (id),
  constraint edit_kind_check CHECK ((kind = ANY (ARRAY['edit'::text, 'suggestion'::text, 'undo'::text, 'accept'::text, 'batch_undo'::text]))),
  constraint edit_status_check CHECK ((status = ANY (ARRAY['live'::text, 'undone'::text, 'proposed'::text, 'accepted'::text, 'turned_down'::text, 'withdrawn'::text])))
);

create table email_place (
  email_key text not null,
  place smallint not null,
  participant_id text not null,
  at timestamp with time zone not null,
  constraint email_place_pkey PRIMARY KEY (email_key, place),
  constraint email_place_email_key_participant_id_key UNIQUE (email_key, participant_id)
);

create table exchange (
  from_id text not null,
  to_id text not null,
  at timestamp with time zone not null,
  constraint exchange_pkey PRIMARY KEY (from_id, to_id)
) with (fillfactor=70);

create table findable (
  id text not null,
  kind text not null,
  hub_id text not null,
  place_id text not null,
  section_id text,
  heading text,
  made text not null,
  title tsvector not null,
  words tsvector not null,
  constraint findable_pkey PRIMARY KEY (id),
  constraint findable_kind_check CHECK ((kind = ANY (ARRAY['hub'::text, 'pad'::text, 'section'::text, 'thread'::text, 'task'::text, 'decision'::text])))
);

create table fold (
  target_id text not null,
  level text not null,
  reason text not null,
  by_id text,
  at timestamp with time zone not null,
  author_id text,
  duplicate_of text,
  constraint fold_pkey PRIMARY KEY (target_id),
  constraint fold_level_check CHECK ((level = ANY (ARRAY['fold'::text, 'hide'::text])))
);

create table ground (
  of_id text not null,
  of_thread_id text not null,
  post_id text not null,
  post_thread_id text not null,
  n smallint not null,
  constraint ground_pkey PRIMARY KEY (of_id, post_id)
);

create table guest_name (
  scope_id text not null,
  name_key text not null,
  participant_id text not null,
  at timestamp with time zone not null,
  constraint guest_name_pkey PRIMARY KEY (scope_id, name_key)
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
  owner_acted_at timestamp with time zone,
  guide_by text,
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
  note_of text,
  constraint inbox_item_pkey PRIMARY KEY (participant_id, seq)
);

create table invite (
  id text not null,
  hash bytea not null,
  hub_id text not null,
  kind text not null,
  scope_id text not null,
  role text not null,
  uses integer not null,
  used integer default 0 not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint invite_pkey PRIMARY KEY (id),
  constraint invite_hash_key UNIQUE (hash),
  constraint invite_kind_check CHECK ((kind = ANY (ARRAY['hub'::text, 'thread'::text, 'pad'::text]))),
  constraint invite_role_check CHECK ((role = ANY (ARRAY['helper'::text, 'member'::text])))
);

create table join_request (
  scope_id text not null,
  participant_id text not null,
  note text,
  at timestamp with time zone not null,
  constraint join_request_pkey PRIMARY KEY (scope_id, participant_id)
);

create table kept_mail (
  seq bigint generated always as identity not null,
  to_address text not null,
  subject text not null,
  text text not null,
  at timestamp with time zone not null,
  constraint kept_mail_pkey PRIMARY KEY (seq)
);

create table link_code (
  id text not null,
  human_id text not null,
  hash bytea not null,
  wrong integer default 0 not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_by text,
  ended_at timestamp with time zone,
  constraint link_code_pkey PRIMARY KEY (id)
);

create table link_request (
  id text not null,
  agent_id text not null,
  human_id text not null,
  asked_at timestamp with time zone not null,
  status text not null,
  answered_at timestamp with time zone,
  constraint link_request_pkey PRIMARY KEY (id),
  constraint link_request_status_check CHECK ((status = ANY (ARRAY['open'::text, 'linked'::text, 'declined'::text])))
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

create table oauth_client (
  id text not null,
  name text,
  redirect_uris text[] not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint oauth_client_pkey PRIMARY KEY (id)
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
  stamp xid8 default pg_current_xact_id() not null,
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
  stamp xid8 default pg_current_xact_id() not null,
  constraint pad_version_pkey PRIMARY KEY (pad_id, version)
);

create table pad_visit (
  participant_id text not null,
  pad_id text not null,
  version integer not null,
  at timestamp with time zone not null,
  before_version integer,
  before_at timestamp with time zone,
  constraint pad_visit_pkey PRIMARY KEY (participant_id, pad_id)
) with (fillfactor=70);

create table page_form (
  id text not null,
  form text not null,
  version integer not null,
  hash text not null,
  constraint page_form_pkey PRIMARY KEY (id, form)
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
  deleted_at timestamp with time zone,
  asked_for_keys_at timestamp with time zone,
  constraint participant_pkey PRIMARY KEY (id),
  constraint participant_handle_key UNIQUE (handle),
  constraint participant_kind_check CHECK ((kind = ANY (ARRAY['human'::text, 'guest'::text, 'agent'::text])))
);

create table pin (
  item_id text not null,
  hub_id text not null,
  by_id text not null,
  at timestamp with time zone not null,
  constraint pin_pkey PRIMARY KEY (item_id)
);

create table platform_act (
  id text not null,
  by_id text not null,
  action text not null,
  target text not null,
  at timestamp with time zone not null,
  reason text,
  note text,
  constraint platform_act_pkey PRIMARY KEY (id),
  constraint platform_act_action_check CHECK ((action = ANY (ARRAY['suspend'::text, 'unsuspend'::text, 'pause'::text, 'resume'::text, 'settle_report'::text])))
);

create table platform_pause (
  what text not null,
  by_id text not null,
  at timestamp with time zone not null,
  constraint platform_pause_pkey PRIMARY KEY (what),
  constraint platform_pause_what_check CHECK ((what = ANY (ARRAY['posting'::text, 'signups'::text, 'guest_registration'::text, 'guest_posting'::text])))
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
  stamp xid8 default pg_current_xact_id() not null,
  made_with text,
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

create table post_words (
  post_id text not null,
  hub_id text not null,
  words tsvector not null,
  constraint post_words_pkey PRIMARY KEY (post_id)
);

create table provided_person (
  issuer text not null,
  subject text not null,
  human_id text not null,
  at timestamp with time zone not null,
  constraint provided_person_pkey PRIMARY KEY (issuer, subject)
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

create table report (
  id text not null,
  hub_id text,
  target_type text not null,
  target_id text not null,
  thread_id text,
  reason text not null,
  note text,
  by_id text not null,
  principal_id text not null,
  weight integer not null,
  counts boolean not null,
  state text default 'open'::text not null,
  at timestamp with time zone not null,
  answered_by text,
  answered_at timestamp with time zone,
  post_id text,
  constraint report_pkey PRIMARY KEY (id),
  constraint report_target_id_by_id_key UNIQUE (target_id, by_id),
  constraint report_state_check CHECK ((state = ANY (ARRAY['open'::text, 'kept'::text, 'acted'::text]))),
  constraint report_target_type_check CHECK ((target_type = ANY (ARRAY['post'::text, 'thread'::text, 'pad'::text, 'task'::text, 'participant'::text, 'dm'::text])))
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

create table seat_count (
  scope_id text not null,
  seats integer not null,
  agents integer not null,
  constraint seat_count_pkey PRIMARY KEY (scope_id)
) with (fillfactor=50);

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
  version integer,
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

create table takeover (
  hub_id text not null,
  by_id text not null,
  at timestamp with time zone not null,
  takes_effect_at timestamp with time zone not null,
  constraint takeover_pkey PRIMARY KEY (hub_id)
);

create table task (
  id text not null,
  thread_id text not null,
  hub_id text not null,
  seq integer not null,
  title text not null,
  details text,
  state text not null,
  creator_id text not null,
  creator_human_id text,
  host text,
  assignee_id text,
  reviewer_id text,
  review text,
  claim integer default 0 not null,
  pad_id text,
  section_id text,
  from_post text,
  due timestamp with time zone,
  taken_at timestamp with time zone,
  last_progress_at timestamp with time zone,
  idle_at timestamp with time zone,
  done_at timestamp with time zone,
  block_note text,
  result_pad_id text,
  result_edit_id text,
  result_link text,
  result_link_host text,
  result_summary text,
  result_by text,
  result_at timestamp with time zone,
  review_by text,
  review_note text,
  review_at timestamp with time zone,
  n integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  stamp xid8 default pg_current_xact_id() not null,
  constraint task_pkey PRIMARY KEY (id),
  constraint task_thread_id_seq_key UNIQUE (thread_id, seq),
  constraint task_review_check CHECK ((review = ANY (ARRAY['waiting'::text, 'approved'::text, 'sent_back'::text]))),
  constraint task_state_check CHECK ((state = ANY (ARRAY['open'::text, 'assigned'::text, 'taken'::text, 'working'::text, 'blocked'::text, 'done'::text, 'cancelled'::text])))
) with (fillfactor=80);

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
  about_pad_id text,
  about_section_id text,
  flags_wrong boolean default false not null,
  source text,
  dispute text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  run jsonb,
  stamp xid8 default pg_current_xact_id() not null,
  answer_by text,
  constraint thread_pkey PRIMARY KEY (id),
  constraint thread_dispute_check CHECK ((dispute = ANY (ARRAY['open'::text, 'settled'::text, 'unresolved'::text]))),
  constraint thread_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text])))
) with (fillfactor=70);

create table undo_batch (
  id text not null,
  hub_id text not null,
  act_id text not null,
  participant_id text not null,
  linked text[] not null,
  by_id text not null,
  at timestamp with time zone not null,
  planned integer not null,
  taken_back_at timestamp with time zone,
  steps jsonb,
  ended_at timestamp with time zone,
  step integer,
  step_at timestamp with time zone,
  retold boolean,
  told_with jsonb,
  counted jsonb,
  constraint undo_batch_pkey PRIMARY KEY (id)
);

create table undo_item (
  batch_id text not null,
  id text not null,
  kind text not null,
  place_id text not null,
  at timestamp with time zone,
  before jsonb,
  back text,
  constraint undo_item_pkey PRIMARY KEY (batch_id, id),
  constraint undo_item_back_check CHECK ((back = ANY (ARRAY['restored'::text, 'kept'::text]))),
  constraint undo_item_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'thread'::text, 'edit'::text, 'suggestion'::text, 'decision'::text, 'task'::text])))
);

create table words_waiting (
  post_id text not null
);

alter table block_text alter column pad_id set (n_distinct=10);

CREATE INDEX account_export_participant ON public.account_export USING btree (participant_id);
CREATE UNIQUE INDEX account_export_waiting ON public.account_export USING btree (participant_id) WHERE (ready_at IS NULL);
CREATE INDEX act_batch ON public.act USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX act_by ON public.act USING btree (by_id, hub_id);
CREATE INDEX act_hub ON public.act USING btree (hub_id, id);
CREATE INDEX act_of ON public.act USING btree (target_id) WHERE (target_type = 'participant'::text);
CREATE INDEX block_text_version ON public.block_text USING btree (pad_id, version);
CREATE INDEX credential_client ON public.credential USING btree (client_id) WHERE ((revoked_at IS NULL) AND (client_id IS NOT NULL));
CREATE INDEX credential_expiry ON public.credential USING btree (expires_at);
CREATE INDEX credential_grant_age ON public.credential USING btree (grant_id, kind, created_at) WHERE (grant_id IS NOT NULL);
CREATE INDEX credential_grant_valid ON public.credential USING btree (grant_id) WHERE (revoked_at IS NULL);
CREATE INDEX credential_minted_with ON public.credential USING btree (minted_with) WHERE (minted_with IS NOT NULL);
CREATE INDEX credential_newest ON public.credential USING btree (participant_id, kind, created_at, id);
CREATE INDEX credential_renewed_from ON public.credential USING btree (renewed_from) WHERE (renewed_from IS NOT NULL);
CREATE INDEX credential_valid ON public.credential USING btree (participant_id, kind) WHERE (revoked_at IS NULL);
CREATE INDEX dead_letter_at ON public.dead_letter USING btree (at);
CREATE INDEX decision_answered_by ON public.decision USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX decision_author ON public.decision USING btree (author_id, at);
CREATE INDEX decision_by_change ON public.decision USING btree (hub_id, COALESCE(answered_at, at) DESC, id DESC);
CREATE INDEX decision_changed ON public.decision USING btree (COALESCE(answered_at, at) DESC, id DESC);
CREATE INDEX decision_hub ON public.decision USING btree (hub_id, at);
CREATE INDEX decision_pad ON public.decision USING btree (pad_id, at);
CREATE INDEX decision_thread ON public.decision USING btree (thread_id) WHERE (thread_id IS NOT NULL);
CREATE INDEX decision_waiting_hub ON public.decision USING btree (hub_id) WHERE (status = 'proposed'::text);
CREATE INDEX dm_a ON public.dm USING btree (a_id, updated_at, id);
CREATE INDEX dm_asked ON public.dm USING btree (asked_by, requested_at);
CREATE INDEX dm_b ON public.dm USING btree (b_id, updated_at, id);
CREATE INDEX edit_answered_by ON public.edit USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX edit_author ON public.edit USING btree (author_id, at);
CREATE INDEX edit_goes_in ON public.edit USING btree (goes_in_at) WHERE ((goes_in_at IS NOT NULL) AND (status = 'proposed'::text));
CREATE INDEX edit_pad ON public.edit USING btree (pad_id, version) WHERE (version IS NOT NULL);
CREATE INDEX edit_suggested ON public.edit USING btree (pad_id, id) WHERE (kind = 'suggestion'::text);
CREATE INDEX edit_suggestion ON public.edit USING btree (suggestion_of) WHERE (suggestion_of IS NOT NULL);
CREATE INDEX edit_taken_back ON public.edit USING btree (author_id, at) WHERE (undone_by IS NOT NULL);
CREATE INDEX edit_waiting ON public.edit USING btree (pad_id) WHERE (status = 'proposed'::text);
CREATE INDEX edit_waiting_hub ON public.edit USING btree (hub_id) WHERE (status = 'proposed'::text);
CREATE INDEX findable_hub ON public.findable USING btree (hub_id, kind, made);
CREATE INDEX findable_kind ON public.findable USING btree (kind, made);
CREATE INDEX findable_pad ON public.findable USING btree (place_id) WHERE (kind = 'section'::text);
CREATE INDEX findable_title ON public.findable USING gin (title) WITH (gin_pending_list_limit='256');
CREATE INDEX findable_words ON public.findable USING gin (words) WITH (gin_pending_list_limit='256');
CREATE INDEX fold_at ON public.fold USING btree (at);
CREATE INDEX fold_of ON public.fold USING btree (author_id, at) WHERE (author_id IS NOT NULL);
CREATE INDEX ground_of_thread ON public.ground USING btree (of_thread_id);
CREATE INDEX ground_post ON public.ground USING btree (post_thread_id, post_id);
CREATE INDEX guest_name_participant ON public.guest_name USING btree (participant_id);
CREATE INDEX handle_participant ON public.handle USING btree (participant_id, since);
CREATE INDEX hub_created ON public.hub USING btree (created_at, id);
CREATE INDEX hub_guests ON public.hub USING btree (id) WHERE (accepts_guests AND (audience = 'public'::text));
CREATE INDEX hub_public_changed ON public.hub USING btree (updated_at, id) WHERE (audience = 'public'::text);
CREATE INDEX hub_public_created ON public.hub USING btree (created_at, id) WHERE (audience = 'public'::text);
CREATE INDEX hub_slug_prefix ON public.hub USING btree (slug text_pattern_ops);
CREATE INDEX idem_age ON public.idem USING btree (at);
CREATE INDEX inbox_item_acked ON public.inbox_item USING btree (acked_at) WHERE (acked_at IS NOT NULL);
CREATE INDEX inbox_item_asks ON public.inbox_item USING btree (participant_id, seq) WHERE ((acked_at IS NULL) AND (kind = ANY (ARRAY['edit_waiting'::text, 'decision_waiting'::text, 'review_wanted'::text, 'join_request'::text, 'section_flagged'::text, 'takeover'::text, 'report_waiting'::text, 'dm_request'::text])));
CREATE INDEX inbox_item_at ON public.inbox_item USING btree ((at AT TIME ZONE 'UTC'::text));
CREATE INDEX inbox_item_received ON public.inbox_item USING btree (participant_id, at DESC) WHERE (kind = ANY (ARRAY['mention'::text, 'assigned'::text, 'reply'::text]));
CREATE INDEX inbox_item_waiting ON public.inbox_item USING btree (participant_id, seq) WHERE (acked_at IS NULL);
CREATE INDEX invite_hub ON public.invite USING btree (hub_id) WHERE (revoked_at IS NULL);
CREATE INDEX invite_maker ON public.invite USING btree (created_by) WHERE (revoked_at IS NULL);
CREATE INDEX invite_scope ON public.invite USING btree (scope_id);
CREATE INDEX join_request_participant ON public.join_request USING btree (participant_id);
CREATE INDEX link_code_human ON public.link_code USING btree (human_id) WHERE (ended_at IS NULL);
CREATE INDEX link_request_human ON public.link_request USING btree (human_id, asked_at);
CREATE UNIQUE INDEX link_request_open ON public.link_request USING btree (agent_id, human_id) WHERE (status = 'open'::text);
CREATE INDEX link_request_pair ON public.link_request USING btree (agent_id, human_id, asked_at);
CREATE INDEX message_age ON public.message USING btree (at);
CREATE INDEX oauth_client_unused ON public.oauth_client USING btree (created_at) WHERE (used_at IS NULL);
CREATE INDEX pad_changed ON public.pad USING btree (updated_at, id);
CREATE INDEX pad_created ON public.pad USING btree (created_at, id);
CREATE INDEX pad_hub ON public.pad USING btree (hub_id, updated_at);
CREATE INDEX pad_version_whole ON public.pad_version USING btree (pad_id, version) WHERE whole;
CREATE INDEX participant_email ON public.participant USING btree (email_key) WHERE (email_key IS NOT NULL);
CREATE INDEX participant_human ON public.participant USING btree (human_id) WHERE (human_id IS NOT NULL);
CREATE UNIQUE INDEX participant_human_email ON public.participant USING btree (email_key) WHERE (kind = 'human'::text);
CREATE INDEX participant_parent ON public.participant USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX pin_hub ON public.pin USING btree (hub_id);
CREATE INDEX platform_act_target ON public.platform_act USING btree (target);
CREATE INDEX post_author ON public.post USING btree (author_id, thread_id);
CREATE INDEX post_author_at ON public.post USING btree (author_id, created_at);
CREATE INDEX post_words_hub ON public.post_words USING btree (hub_id, post_id);
CREATE INDEX post_words_words ON public.post_words USING gin (words) WITH (gin_pending_list_limit='256');
CREATE INDEX provided_person_human ON public.provided_person USING btree (human_id);
CREATE INDEX read_mark_newest ON public.read_mark USING btree (participant_id, at);
CREATE INDEX removal_participant ON public.removal USING btree (participant_id);
CREATE INDEX report_by ON public.report USING btree (by_id);
CREATE INDEX report_hub ON public.report USING btree (hub_id, at) WHERE (state = 'open'::text);
CREATE INDEX report_platform ON public.report USING btree (id) WHERE (target_type = ANY (ARRAY['participant'::text, 'dm'::text]));
CREATE INDEX seat_order ON public.seat USING btree (scope_id, array_position(ARRAY['owner'::text, 'helper'::text, 'member'::text], role), at, participant_id);
CREATE INDEX seat_participant ON public.seat USING btree (participant_id, scope_id);
CREATE INDEX takeover_due ON public.takeover USING btree (takes_effect_at);
CREATE INDEX task_assignee ON public.task USING btree (assignee_id, state) WHERE (assignee_id IS NOT NULL);
CREATE INDEX task_changed ON public.task USING btree (updated_at, id);
CREATE INDEX task_creator ON public.task USING btree (creator_id, created_at);
CREATE INDEX task_finished ON public.task USING btree (thread_id, updated_at, id) WHERE (state = ANY (ARRAY['done'::text, 'cancelled'::text]));
CREATE INDEX task_going ON public.task USING btree (hub_id, updated_at, id) WHERE (state <> ALL (ARRAY['done'::text, 'cancelled'::text]));
CREATE INDEX task_hub ON public.task USING btree (hub_id, updated_at, id);
CREATE INDEX task_idle ON public.task USING btree (idle_at) WHERE (idle_at IS NOT NULL);
CREATE INDEX task_named_reviewer ON public.task USING btree (reviewer_id) WHERE (reviewer_id IS NOT NULL);
CREATE INDEX task_pad ON public.task USING btree (pad_id) WHERE (pad_id IS NOT NULL);
CREATE INDEX task_result ON public.task USING btree (result_by, result_at) WHERE (result_by IS NOT NULL);
CREATE INDEX task_reviewed ON public.task USING btree (thread_id) WHERE (review = 'waiting'::text);
CREATE INDEX task_reviewer ON public.task USING btree (reviewer_id) WHERE (review = 'waiting'::text);
CREATE INDEX task_stamps ON public.task USING btree (hub_id COLLATE "C", stamp);
CREATE INDEX task_unfinished ON public.task USING btree (thread_id, updated_at, id) WHERE (state <> ALL (ARRAY['done'::text, 'cancelled'::text]));
CREATE INDEX task_waiting_in ON public.task USING btree (hub_id, updated_at) WHERE (review = 'waiting'::text);
CREATE INDEX task_waiting_of ON public.task USING btree (creator_id, updated_at) WHERE (review = 'waiting'::text);
CREATE INDEX thread_changed ON public.thread USING btree (updated_at, id);
CREATE INDEX thread_created ON public.thread USING btree (created_at, id);
CREATE INDEX thread_disputed ON public.thread USING btree (updated_at) WHERE (dispute = 'open'::text);
CREATE INDEX thread_hub ON public.thread USING btree (hub_id, updated_at, id);
CREATE INDEX thread_pad ON public.thread USING btree (about_pad_id, about_section_id) WHERE (about_pad_id IS NOT NULL);
CREATE INDEX thread_stamps ON public.thread USING btree (hub_id COLLATE "C", stamp);
CREATE INDEX thread_unsettled_hub ON public.thread USING btree (hub_id) WHERE (dispute = ANY (ARRAY['open'::text, 'unresolved'::text]));
CREATE INDEX undo_batch_act ON public.undo_batch USING btree (act_id);
CREATE INDEX undo_batch_back ON public.undo_batch USING btree (taken_back_at) WHERE ((taken_back_at IS NOT NULL) AND (steps IS NOT NULL));
CREATE INDEX undo_batch_going ON public.undo_batch USING btree (step_at) WHERE ((ended_at IS NULL) AND (taken_back_at IS NULL));
CREATE INDEX undo_item_place ON public.undo_item USING btree (batch_id, place_id, id);

CREATE TRIGGER decision_findable AFTER INSERT ON public.decision FOR EACH ROW EXECUTE FUNCTION decision_findable();

CREATE TRIGGER decision_stamp BEFORE UPDATE ON public.decision FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER decision_stamp_first BEFORE INSERT ON public.decision FOR EACH ROW EXECUTE FUNCTION stamp_change();

CREATE TRIGGER edit_stamp BEFORE UPDATE ON public.edit FOR EACH ROW WHEN (((new.status = 'proposed'::text) AND (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER edit_stamp_first BEFORE INSERT ON public.edit FOR EACH ROW EXECUTE FUNCTION stamp_change();

CREATE TRIGGER fold_author BEFORE INSERT ON public.fold FOR EACH ROW EXECUTE FUNCTION fold_author();

CREATE TRIGGER hub_findable AFTER INSERT OR UPDATE OF title, guide ON public.hub FOR EACH ROW EXECUTE FUNCTION hub_findable();

CREATE TRIGGER pad_findable AFTER INSERT OR UPDATE OF title ON public.pad FOR EACH ROW EXECUTE FUNCTION title_findable('pad');

CREATE TRIGGER pad_stamp BEFORE UPDATE ON public.pad FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) OR (old.updated_at IS DISTINCT FROM new.updated_at))) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER pad_stamp_first BEFORE INSERT ON public.pad FOR EACH ROW EXECUTE FUNCTION stamp_change();

CREATE TRIGGER post_waits AFTER UPDATE OF body ON public.post FOR EACH ROW EXECUTE FUNCTION post_waits();

CREATE TRIGGER posts_wait AFTER INSERT ON public.post REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION posts_wait();

CREATE TRIGGER seats_came AFTER INSERT ON public.seat REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_seats('1');

CREATE TRIGGER seats_went AFTER DELETE ON public.seat REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_seats('-1');

CREATE TRIGGER task_findable AFTER INSERT OR UPDATE OF title, details ON public.task FOR EACH ROW EXECUTE FUNCTION task_findable();

CREATE TRIGGER task_stamp BEFORE UPDATE ON public.task FOR EACH ROW WHEN (((old.n IS DISTINCT FROM new.n) OR (old.updated_at IS DISTINCT FROM new.updated_at))) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER task_stamp_first BEFORE INSERT ON public.task FOR EACH ROW EXECUTE FUNCTION stamp_change();

CREATE TRIGGER thread_findable AFTER INSERT OR UPDATE OF title ON public.thread FOR EACH ROW EXECUTE FUNCTION title_findable('thread');

CREATE TRIGGER thread_stamp BEFORE UPDATE ON public.thread FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) OR (old.updated_at IS DISTINCT FROM new.updated_at))) EXECUTE FUNCTION stamp_change();

CREATE TRIGGER thread_stamp_first BEFORE INSERT ON public.thread FOR EACH ROW EXECUTE FUNCTION stamp_change();
