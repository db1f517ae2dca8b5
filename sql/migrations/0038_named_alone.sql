-- Who is named although they wrote nothing, as a reviewer, in a log or a report, and whom a client still has a connection with, was looked for among all rows.
-- Up Migration, step by step

create index concurrently if not exists act_of on act (target_id) where target_type = 'participant';
create index concurrently if not exists report_by on report (by_id);
create index concurrently if not exists task_named_reviewer on task (reviewer_id) where reviewer_id is not null;
create index concurrently if not exists edit_answered_by on edit (answered_by) where answered_by is not null;
create index concurrently if not exists decision_answered_by on decision (answered_by) where answered_by is not null;
create index concurrently if not exists platform_act_target on platform_act (target);
create index concurrently if not exists credential_client on credential (client_id) where revoked_at is null and client_id is not null;
