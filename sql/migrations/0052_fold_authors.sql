-- Whose words were folded stands beside the fold: a check of a credential asks for the folds of few ids, and must not walk
-- through everybody's.
-- Up Migration

alter table fold add column author_id text;

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

update fold set author_id = coalesce(
  (select author_id from post where id = fold.target_id),
  (select starter_id from thread where id = fold.target_id),
  (select created_by from pad where id = fold.target_id));

create index fold_of on fold (author_id, at) where author_id is not null;
