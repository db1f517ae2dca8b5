-- What stands beside a pad's text: which version changed a section last, and up to where each reader knew the pad before they came.
-- Up Migration

-- the version that changed it last
alter table section add column version integer;
update section set version = last.version from (
  select pad_id, section_id, max(version) as version from edit, unnest(section_ids) section_id
  where version is not null and kind <> 'suggestion' group by pad_id, section_id) last
where section.pad_id = last.pad_id and section.section_id = last.section_id;

-- What somebody reads within a while is one visit: what was new when it began stays marked until it ends.
create table pad_visit (
  participant_id text not null,
  pad_id text not null,
  -- the newest version they saw, and when they looked last
  version integer not null,
  at timestamptz not null,
  -- the same of the visit before
  before_version integer,
  before_at timestamptz,
  primary key (participant_id, pad_id)
) with (fillfactor = 70);
