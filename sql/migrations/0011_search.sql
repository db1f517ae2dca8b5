-- What search looks in. Titles and sections are kept in the transaction that changes them; the words of posts are filled in behind, because a word index on the way of every post would cost it several times over.
-- Up Migration

-- A row for every hub, pad, section, thread, task and decision.
create table findable (
  -- of the thing; of a section its pad's id and its own
  id text primary key,
  kind text not null check (kind in ('hub', 'pad', 'section', 'thread', 'task', 'decision')),
  hub_id text not null,
  -- the pad of a section, the thread of a task, else the thing itself
  place_id text not null,
  section_id text,
  -- of a section
  heading text,
  -- the part of the id that time sorts
  made text not null,
  title tsvector not null,
  -- title and text together
  words tsvector not null
);
create index findable_kind on findable (kind, made);
create index findable_hub on findable (hub_id, kind, made);
create index findable_pad on findable (place_id) where kind = 'section';
create index findable_title on findable using gin (title) with (gin_pending_list_limit = 256);
create index findable_words on findable using gin (words) with (gin_pending_list_limit = 256);

create table post_words (
  post_id text primary key,
  hub_id text not null,
  words tsvector not null
);
create index post_words_hub on post_words (hub_id, post_id);
create index post_words_words on post_words using gin (words) with (gin_pending_list_limit = 256);

-- posts that post_words does not know yet, or knows by an earlier text
create table words_waiting (
  post_id text not null
);

-- 'simple' takes words as they are, in every language. The hub is a word of all that is in it, behind a character that
-- nobody can search for, so that looking for a common word in one hub passes over what other hubs have.
create function words_of(hub text, text text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array[chr(1) || hub]) || to_tsvector('simple', text)
$$;

create function keep_findable(id text, kind text, hub text, place text, title text, text text) returns void language sql as $$
  insert into findable (id, kind, hub_id, place_id, made, title, words)
  values (id, kind, hub, place, substr(id, strpos(id, '_') + 1), words_of(hub, title),
    words_of(hub, title || ' ' || coalesce(text, '')))
  on conflict on constraint findable_pkey do update set title = excluded.title, words = excluded.words
$$;

create function hub_findable() returns trigger language plpgsql as $$
begin
  perform keep_findable(new.id, 'hub', new.id, new.id, new.title || ' ' || new.slug, new.guide);
  return null;
end
$$;
create trigger hub_findable after insert or update of title, guide on hub for each row execute function hub_findable();

create function title_findable() returns trigger language plpgsql as $$
begin
  -- the writer of a pad sends its title with every version
  if tg_op = 'UPDATE' then
    if new.title = old.title then return null; end if;
  end if;
  perform keep_findable(new.id, tg_argv[0], new.hub_id, new.id, new.title, null);
  return null;
end
$$;
create trigger pad_findable after insert or update of title on pad for each row execute function title_findable('pad');
create trigger thread_findable after insert or update of title on thread
  for each row execute function title_findable('thread');

create function task_findable() returns trigger language plpgsql as $$
begin
  perform keep_findable(new.id, 'task', new.hub_id, new.thread_id, new.title, new.details);
  return null;
end
$$;
create trigger task_findable after insert or update of title, details on task
  for each row execute function task_findable();

-- Decisions are found by what was decided, by the reason and by the options.
create function decision_findable() returns trigger language plpgsql as $$
begin
  perform keep_findable(new.id, 'decision', new.hub_id, new.pad_id, new.text,
    concat_ws(' ', new.reason, array_to_string(new.options, ' ')));
  return null;
end
$$;
create trigger decision_findable after insert on decision for each row execute function decision_findable();

create function posts_wait() returns trigger language plpgsql as $$
begin
  insert into words_waiting (post_id) select id from arrived;
  return null;
end
$$;
create trigger posts_wait after insert on post referencing new table as arrived
  for each statement execute function posts_wait();

create function post_waits() returns trigger language plpgsql as $$
begin
  insert into words_waiting (post_id) values (new.id);
  return null;
end
$$;
create trigger post_waits after update of body on post for each row execute function post_waits();
