-- What is reported outside hubs (persons, DM posts) is a list of the platform moderators, who settle it.
-- Up Migration

-- of a DM: the post that was reported
alter table report add column post_id text;
create index report_platform on report (id) where target_type in ('participant', 'dm');
alter table platform_act drop constraint platform_act_action_check;
alter table platform_act add constraint platform_act_action_check
  check (action in ('suspend', 'unsuspend', 'pause', 'resume', 'settle_report'));
