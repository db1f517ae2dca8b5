-- What Home looks up by time, however much somebody has read, and their agents have written.
-- Up Migration

create index read_mark_newest on read_mark (participant_id, at);
create index edit_taken_back on edit (author_id, at) where undone_by is not null;
