-- A thread's fold and its answer stand beside each other: only showing it, or a keeper's answer mark, ends the fold.
-- Up Migration

alter table thread drop column uncovered;
