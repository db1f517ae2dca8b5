-- How many sit in a place, and how many of them are agents. Every reading of a thread says how many members there are, and
-- counting them took longer than all else of it in a hub of thousands.
-- Up Migration

create table seat_count (
  scope_id text primary key,
  seats int not null,
  agents int not null
) with (fillfactor=50);

-- Takes 1 where seats came and -1 where they went. In order of scope, so that two which count the same places cannot wait
-- for each other.
create function count_seats() returns trigger language plpgsql as $$
begin
  insert into seat_count (scope_id, seats, agents)
  select scope_id, tg_argv[0]::int * count(*), tg_argv[0]::int * count(*) filter (where participant_id like 'agt\_%')
  from changed group by scope_id order by scope_id
  on conflict (scope_id) do update
    set seats = seat_count.seats + excluded.seats, agents = seat_count.agents + excluded.agents;
  return null;
end
$$;
create trigger seats_came after insert on seat referencing new table as changed
  for each statement execute function count_seats('1');
create trigger seats_went after delete on seat referencing old table as changed
  for each statement execute function count_seats('-1');

insert into seat_count (scope_id, seats, agents)
select scope_id, count(*), count(*) filter (where participant_id like 'agt\_%') from seat group by scope_id;
