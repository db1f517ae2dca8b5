-- Tasks: work that comes out of a thread. Each takes a line of its thread's numbering, and belongs to that thread's actor.
-- Up Migration

create table task (
  id text primary key,
  thread_id text not null,
  hub_id text not null,
  -- its line in the thread: posts and tasks share one numbering without a gap
  seq integer not null,
  title text not null,
  -- what done means
  details text,
  state text not null check (state in ('open', 'assigned', 'taken', 'working', 'blocked', 'done', 'cancelled')),
  creator_id text not null,
  creator_human_id text,
  -- the verified host of the OAuth connection it was made over
  host text,
  assignee_id text,
  reviewer_id text,
  review text check (review in ('waiting', 'approved', 'sent_back')),
  -- rises by one at every take: whoever holds an older number is refused
  claim integer not null default 0,
  pad_id text,
  section_id text,
  from_post text,
  due timestamptz,
  taken_at timestamptz,
  last_progress_at timestamptz,
  -- when it falls open again without progress; missing where no clock runs
  idle_at timestamptz,
  done_at timestamptz,
  block_note text,
  -- the newest result, and what its reviewer said of it
  result_pad_id text,
  result_edit_id text,
  result_link text,
  result_link_host text,
  result_summary text,
  result_by text,
  result_at timestamptz,
  review_by text,
  review_note text,
  review_at timestamptz,
  -- counts moves; with the id it is the etag
  n integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the transaction of its last change
  stamp xid8 not null default pg_current_xact_id(),
  unique (thread_id, seq)
) with (fillfactor = 80);
create index task_unfinished on task (thread_id, updated_at, id) where state not in ('done', 'cancelled');
create index task_finished on task (thread_id, updated_at, id) where state in ('done', 'cancelled');
create index task_reviewed on task (thread_id) where review = 'waiting';
create index task_idle on task (idle_at) where idle_at is not null;
create index task_assignee on task (assignee_id, state) where assignee_id is not null;
create index task_creator on task (creator_id, created_at);
create index task_reviewer on task (reviewer_id) where review = 'waiting';
create index task_result on task (result_by, result_at) where result_by is not null;
create index task_changed on task (updated_at, id);
create index task_hub on task (hub_id, updated_at, id);
-- A hub's page says what is left to do: its tasks that are not done, apart from the rest.
create index task_going on task (hub_id, updated_at, id) where state not in ('done', 'cancelled');
create index task_stamped on task (hub_id, stamp);
