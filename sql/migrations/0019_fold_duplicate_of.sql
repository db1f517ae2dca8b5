-- A thread folded as a duplicate names the one that says the same.
-- Up Migration

alter table fold add column duplicate_of text;

-- Until now only the log had it.
update fold set duplicate_of = act.duplicate_of from act
where act.target_id = fold.target_id and act.at = fold.at and act.duplicate_of is not null and fold.reason = 'duplicate';
