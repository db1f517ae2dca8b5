-- What a message decided by is gone: its batch is decided again.
-- Up Migration

create function race_lost(what text) returns void language plpgsql as $$
begin
  raise exception '%', what using errcode = 'serialization_failure';
end
$$;
