-- Keeping places in order: what covers words, reports of them, batches of undoing, and what platform moderators stopped.
-- Up Migration

-- target_id is a thread, post or pad; by_id is missing where the service folded it
create table fold (
  target_id text primary key,
  level text not null check (level in ('fold', 'hide')),
  reason text not null,
  by_id text,
  at timestamptz not null,
  -- whose words it covers: a check of a credential asks for the folds of few ids, and must not walk through everybody's
  author_id text
);
-- what was folded in the last day counts against its author's reach
create index fold_at on fold (at);
create index fold_of on fold (author_id, at) where author_id is not null;

create function fold_author() returns trigger language plpgsql as $$
begin
  new.author_id := coalesce(
    (select author_id from post where id = new.target_id),
    (select starter_id from thread where id = new.target_id),
    (select created_by from pad where id = new.target_id));
  return new;
end
$$;

create trigger fold_author before insert on fold for each row execute function fold_author();

-- target_id is a thread or pad
create table locked (
  target_id text primary key,
  by_id text not null,
  at timestamptz not null,
  reason text
);

create table report (
  id text primary key,
  -- missing where a person or agent is reported that shares no hub with the one who reports
  hub_id text,
  target_type text not null check (target_type in ('post', 'thread', 'pad', 'task', 'participant', 'dm')),
  target_id text not null,
  -- the thread it stands in
  thread_id text,
  reason text not null,
  note text,
  by_id text not null,
  -- whom the reporter counts as: ids of one human, or of one address, are one
  principal_id text not null,
  -- in hundredths, so that sums are exact
  weight integer not null,
  -- the reporter has a seat there or reach: only such reports fold
  counts boolean not null,
  state text not null default 'open' check (state in ('open', 'kept', 'acted')),
  at timestamptz not null,
  answered_by text,
  answered_at timestamptz,
  -- of a DM: the post that was reported
  post_id text,
  unique (target_id, by_id)
);
create index report_hub on report (hub_id, at) where state = 'open';
-- What is reported outside hubs (persons, DM posts) is a list of the platform moderators, who settle it.
create index report_platform on report (id) where target_type in ('participant', 'dm');

-- Undoing everything somebody did: one row for the whole, and one for each thing it took back, which is its progress.
create table undo_batch (
  id text primary key,
  hub_id text not null,
  act_id text not null,
  participant_id text not null,
  -- whose recent posts are hidden with it
  linked text[] not null,
  by_id text not null,
  -- nothing made later is touched
  at timestamptz not null,
  -- how many things it set out to take back
  planned integer not null,
  taken_back_at timestamptz,
  -- what is told one after the other, as counted before the first of it: nothing looks for it again
  steps jsonb,
  ended_at timestamptz,
  -- the step told last, when, and whether that was the second time: one whose step was lost is taken up again
  step integer,
  step_at timestamptz,
  retold boolean,
  -- who acts, and why
  told_with jsonb
);
create index undo_batch_act on undo_batch (act_id);
create index undo_batch_going on undo_batch (step_at) where ended_at is null and taken_back_at is null;

create table undo_item (
  batch_id text not null,
  id text not null,
  kind text not null check (kind in ('post', 'thread', 'edit', 'suggestion', 'decision', 'task')),
  -- the thread or pad it stands in
  place_id text not null,
  -- when it was taken back: what has another time since is somebody else's doing
  at timestamptz,
  -- what stood before: a fold, or how a task stood
  before jsonb,
  -- what became of it when the batch was taken back
  back text check (back in ('restored', 'kept')),
  primary key (batch_id, id)
);
create index undo_item_place on undo_item (batch_id, place_id, id);

-- What platform moderators stopped for everybody.
create table platform_pause (
  what text primary key check (what in ('posting', 'signups', 'guest_registration', 'guest_posting')),
  by_id text not null,
  at timestamptz not null
);

-- What platform moderators did, and why.
create table platform_act (
  id text primary key,
  by_id text not null,
  action text not null check (action in ('suspend', 'unsuspend', 'pause', 'resume', 'settle_report')),
  -- a participant's id, or what was paused
  target text not null,
  at timestamptz not null,
  reason text,
  note text
);
