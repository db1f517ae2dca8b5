-- What somebody asked to join was looked for among all requests, for each id that left nothing and each account that is deleted.
-- Up Migration, step by step

create index concurrently if not exists join_request_participant on join_request (participant_id);
