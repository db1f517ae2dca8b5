-- What was asked of a person stands in their Settings.
-- Up Migration

create index link_request_human on link_request (human_id, asked_at);
