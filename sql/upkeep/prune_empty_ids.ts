import type { Query, Sql } from '../client.ts'
import { none, pageByPage, type Part, type Stretch } from '../runtime/page_by_page.ts'

/**
 * Deletes guests, agents without a human and sub-agents that can never act again, because their last key or session
 * ended before that time, and that left nothing: registering takes a second and no human. Who wrote, was given a task or its
 * review, answered a suggestion, reported or was reported, asked for a conversation or stands in a log stays, because
 * others see their name. A reaction names nobody.
 */
export const pruneEmptyIds = (sql: Sql, before: Date, stretch?: Stretch): Promise<Part> =>
  pageByPage(
    sql,
    'participant',
    () => sql`
      old.kind <> 'human' and (old.human_id is null or old.parent_id is not null) and old.created_at < ${before}
      and old.email_verified_at is null and old.suspended_at is null
      and ${none(sql, sql`credential where participant_id = old.id and expires_at >= ${before}`)}
      and ${none(sql, sql`post where author_id = old.id`)}
      and ${none(sql, sql`edit where author_id = old.id`)}
      and ${none(sql, sql`decision where author_id = old.id`)}
      and ${none(sql, sql`task where creator_id = old.id`)}
      and ${none(sql, sql`task where assignee_id = old.id`)}
      and ${none(sql, sql`task where result_by = old.id`)}
      and ${none(sql, sql`task where reviewer_id = old.id`)}
      and ${none(sql, sql`edit where answered_by = old.id`)}
      and ${none(sql, sql`decision where answered_by = old.id`)}
      and ${none(sql, sql`report where by_id = old.id`)}
      and ${none(sql, sql`report where target_id = old.id`)}
      and ${none(sql, sql`act where by_id = old.id`)}
      and ${none(sql, sql`act where target_type = 'participant' and target_id = old.id`)}
      and ${none(sql, sql`platform_act where target = old.id`)}
      and ${none(sql, sql`dm where a_id = old.id`)}
      and ${none(sql, sql`dm where b_id = old.id`)}
      and ${none(sql, sql`removal where participant_id = old.id`)}
      and ${none(sql, sql`seat where participant_id = old.id and role <> 'member'`)}
      and ${none(sql, sql`participant sub where sub.parent_id = old.id`)}`,
    stretch,
    // each row asks twenty indexes and takes eleven tables with it
    { along: () => theirs(sql), slice: 20, atOnce: 100 },
  )

const theirs = (sql: Sql): Query => sql`,
  handles as (delete from handle using gone where handle.participant_id = gone.id),
  keys as (delete from credential using gone where credential.participant_id = gone.id),
  seats as (delete from seat using gone where seat.participant_id = gone.id),
  names as (delete from guest_name using gone where guest_name.participant_id = gone.id),
  items as (delete from inbox_item using gone where inbox_item.participant_id = gone.id),
  inboxes as (delete from inbox using gone where inbox.participant_id = gone.id),
  marks as (delete from read_mark using gone where read_mark.participant_id = gone.id),
  visits as (delete from pad_visit using gone where pad_visit.participant_id = gone.id),
  caught as (delete from caught_up using gone where caught_up.participant_id = gone.id),
  asked as (delete from join_request using gone where join_request.participant_id = gone.id),
  requests as (delete from link_request using gone where link_request.agent_id = gone.id)`
