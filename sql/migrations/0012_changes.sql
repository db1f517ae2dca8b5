-- Which transaction made the last change of a row, and what a page said at a version. Hosts do not commit in the order of their clocks, so a time cannot say what a reader has seen; a snapshot of the database can, and it is told in transactions.
-- Up Migration

create function stamp_change() returns trigger language plpgsql as $$
begin
  new.stamp := pg_current_xact_id();
  return new;
end
$$;

-- whole rows are inserted from records that know no stamp, which gives null and not the default
create trigger thread_stamp_first before insert on thread for each row execute function stamp_change();
create trigger pad_stamp_first before insert on pad for each row execute function stamp_change();
create trigger edit_stamp_first before insert on edit for each row execute function stamp_change();
create trigger task_stamp_first before insert on task for each row execute function stamp_change();
create trigger decision_stamp_first before insert on decision for each row execute function stamp_change();

create trigger thread_stamp before update on thread for each row
  when (old.version is distinct from new.version or old.updated_at is distinct from new.updated_at)
  execute function stamp_change();
create trigger pad_stamp before update on pad for each row
  when (old.version is distinct from new.version or old.updated_at is distinct from new.updated_at)
  execute function stamp_change();
create trigger edit_stamp before update on edit for each row
  when (new.status = 'proposed' and old.status is distinct from new.status)
  execute function stamp_change();
create trigger task_stamp before update on task for each row
  when (old.n is distinct from new.n or old.updated_at is distinct from new.updated_at)
  execute function stamp_change();
create trigger decision_stamp before update on decision for each row
  when (old.status is distinct from new.status)
  execute function stamp_change();

-- What a page said when it was first sent at a version: as long as it says the same, the version names it. What moves
-- besides (marks, locks, names, what its links may be) gives it a number of its own behind the version.
create table page_form (
  id text not null,
  form text not null,
  version integer not null,
  hash text not null,
  primary key (id, form)
);
