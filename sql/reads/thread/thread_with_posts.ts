import { type Query, type Sql, firstRow } from '../../client.ts'
import { taken, standsRemoved } from '../hub/seats/seat_parts.ts'
import { membersOf } from '../seat_count.ts'
import { keepers, person, shownPosts } from './shown_posts.ts'
import {
  duplicated,
  namesPads,
  newestDecisions,
  newestOfTasks,
  padsTied,
  range,
  taskLines,
  type ThreadWanted,
  tiedPads,
} from './thread_parts.ts'
import type { ThreadOfPostsRow, ThreadRow } from './thread_row.ts'
import { hidden } from '../may_read/readable_rows.ts'

/** One statement, so that version, posts and seats are from one snapshot. */
export const threadWithPosts = (sql: Sql, wanted: ThreadWanted): Promise<ThreadRow | undefined> =>
  firstRow(sql`
    select ${ofEveryThread(sql, wanted)}, ${more(sql)} as more,
      exists (select from agents_pause where agents_pause.hub_id = hub.id) as agents_paused,
      case when exists (select from agents_pause where agents_pause.hub_id = hub.id) then (
        select json_agg(json_build_object('participant_id', reader.id, 'role', seat.role)) from participant reader
        join seat on seat.scope_id = hub.id and seat.participant_id = reader.human_id
        where reader.id = any(${wanted.readers}::text[])) end as human_seats,
      about.id as about_pad_id, about.title as about_title,
      (select text from block_text where block_text.pad_id = about.id and block_id = thread.about_section_id
        order by rev desc limit 1) as heading,
      (select count(*)::int from task where task.thread_id = thread.id) as tasks_made,
      ${taskLines(sql, wanted)} as task_lines,
      ${newestOfTasks(sql, wanted)} as tasks,
      case when hub.audience = 'private' then (
        select json_agg(json_build_object('participant_id', participant_id, 'pad_id', scope_id)) from seat
        where seat.participant_id = any(${wanted.readers}::text[])
          and not ${taken(sql, sql`seat`)} and seat.scope_id = any(array(
            select pad_id from (${tiedPads(sql)}) tie))) end as pad_seats,
      ${duplicated(sql)} as duplicate_of,
      ${padsTied(sql)} as pads,
      ${newestDecisions(sql, wanted)} as decisions,
      ${isGrounded(sql)} as grounded
    from ${threadInHub(sql)}
    left join pad about on about.id = thread.about_pad_id and not ${hidden(sql, sql`about.id`)}
    where thread.id = ${wanted.id}`)

/**
 * The same of a thread in which nothing but posts stands; where `more` does, the row is not whole. PostgreSQL needs half
 * the time for it: what a thread does not have is looked for all the same.
 */
export const threadOfPosts = (sql: Sql, wanted: ThreadWanted): Promise<ThreadOfPostsRow | undefined> =>
  firstRow(sql`
    select ${ofEveryThread(sql, wanted)}, ${more(sql)} as more from ${threadInHub(sql)} where thread.id = ${wanted.id}`)

const ofEveryThread = (sql: Sql, wanted: ThreadWanted): Query => sql`
  thread.id, thread.title, thread.version, thread.last_seq, thread.status, thread.answer_id,
  thread.dispute, thread.accepts_guests, thread.flags_wrong, thread.source, thread.created_at, thread.updated_at,
  thread.about_section_id, thread.run, fold.level, fold.reason, locked.target_id is not null as locked,
  ${person(sql, sql`starter`, sql`starter_human`)} as starter,
  case when marker.id is not null then ${person(sql, sql`marker`, sql`marker_human`)} end as answer_by,
  thread.hub_id, hub.slug, hub.title as hub_title, hub.audience, hub.mode, hub.accepts_guests as hub_takes_guests,
  ${membersOf(sql, { hub: sql`hub.id`, scope: sql`thread.id` })} as members_count,
  ${keepers(sql)} as keepers,
  (select json_agg(own) from (
    select participant_id, scope_id = hub.id as of_hub, role, ${taken(sql, sql`seat`)} as taken from seat
    where seat.participant_id = any(${wanted.readers}::text[])
      and seat.scope_id in (thread.id, hub.id)) own) as seats,
  (select json_agg(participant_id) from removal
    where removal.participant_id = any(${wanted.readers}::text[])
      and ${standsRemoved(sql, { hub: sql`hub.id`, part: sql`thread.id` })}) as removed,
  ${shownPosts(sql, sql`post.thread_id = thread.id ${range(sql, wanted, 'post')} limit ${wanted.posts}`)} as posts`

const threadInHub = (sql: Sql): Query => sql`thread
  join hub on hub.id = thread.hub_id
  join participant starter on starter.id = thread.starter_id
  left join participant starter_human on starter_human.id = thread.starter_human_id
  left join participant marker on marker.id = thread.answer_by
  left join participant marker_human on marker_human.id = marker.human_id
  left join fold on fold.target_id = thread.id
  left join locked on locked.target_id = thread.id`

/** Whether the thread has any of what `threadOfPosts` leaves out. */
const more = (sql: Sql): Query => sql`(thread.about_pad_id is not null or coalesce(fold.reason = 'duplicate', false)
  or exists (select from agents_pause where agents_pause.hub_id = hub.id)
  or exists (select from task where task.thread_id = thread.id)
  or exists (select from decision where decision.thread_id = thread.id)
  or ${isGrounded(sql)} or ${namesPads(sql)})`

/** Something in the thread was made from posts, or posts of it led to something. */
const isGrounded = (sql: Sql): Query => sql`(exists (select from ground where ground.of_thread_id = thread.id)
  or exists (select from ground where ground.post_thread_id = thread.id))`
