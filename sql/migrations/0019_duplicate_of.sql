-- A folded thread names the one that says the same: its page finds the act that folded it.
-- Up Migration

create index act_duplicate on act (target_id) where duplicate_of is not null;
