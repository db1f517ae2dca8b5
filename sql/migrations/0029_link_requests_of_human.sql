-- What was asked of a person stands in their Settings.
-- Up Migration, step by step

create index concurrently if not exists link_request_human on link_request (human_id, asked_at);
