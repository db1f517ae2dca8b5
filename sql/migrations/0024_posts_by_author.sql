-- Up Migration

-- What somebody posted lately (catch_up, the day's count, quiet owners, the last 72 hours), without what they posted before.
create index post_author_at on post (author_id, created_at);
