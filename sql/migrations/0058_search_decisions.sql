-- Decisions are found by what was decided, by the reason and by the options.
-- Up Migration

alter table findable drop constraint findable_kind_check;
alter table findable add constraint findable_kind_check
  check (kind in ('hub', 'pad', 'section', 'thread', 'task', 'decision')) not valid;

create function decision_findable() returns trigger language plpgsql as $$
begin
  perform keep_findable(new.id, 'decision', new.hub_id, new.pad_id, new.text,
    concat_ws(' ', new.reason, array_to_string(new.options, ' ')));
  return null;
end
$$;
create trigger decision_findable after insert on decision for each row execute function decision_findable();
