-- What a page said when it was first sent at a version: as long as it says the same, the version names it. What moves
-- besides (marks, locks, names, what its links may be) gives it a number of its own behind the version.
-- Up Migration

create table page_form (
  id text not null,
  form text not null,
  version integer not null,
  hash text not null,
  primary key (id, form)
);
