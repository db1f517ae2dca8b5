-- PostgreSQL's parser looks from each part of a_a_a_… or ./././… to the end of it: a pad of that took more than a minute, in the transaction that everybody's writes wait for. So a run without a space is read in pieces of so many characters, longer than any word that is searched for and than most addresses. From each <!-- it looks for the end of the comment, spaces or not; and what stands in angle brackets is shown to readers here as any other words are.
-- Up Migration

create function words_in(text text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', regexp_replace(translate(text, '<', ' '), '\S{128}', '\& ', 'g'))
$$;
create or replace function words_of(hub text, text text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array[chr(1) || hub]) || words_in(text)
$$;
