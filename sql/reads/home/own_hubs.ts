import { reads } from '../../../src/rules/limits.ts'
import { type Reader, seatHolder } from '../../../src/rules/caller.ts'
import type { Query, Sql } from '../../client.ts'
import { keeps, taken } from '../hub/seats/seat_parts.ts'
import { readableHub } from '../may_read/readable_rows.ts'
import type { HomeHub } from '../../../src/records/home/home_view.ts'

/** A hub without the states of its pads and threads, which are counted for those shown. */
export type HubCounts = Omit<HomeHub, 'disputed' | 'open'>

/** Where others began the thread `newest` and none of it was read, their first post was not: no post is looked up for it. */
const beganUnread = (sql: Sql, participant: string): Query =>
  sql`(mark.seq = 0 and newest.starter_id <> ${participant})`

/** Whether they wrote in the thread `newest` at all: mostly not, and an index says so without a look at a post. */
const wroteIn = (sql: Sql, participant: string): Query => sql`(
  exists (select from post where thread_id = newest.id and author_id = ${participant})
  or exists (select from task where thread_id = newest.id and creator_id = ${participant}))`

const othersWrote = (sql: Sql, participant: string): Query => sql`(
  exists (select from post where thread_id = newest.id and post.seq > mark.seq and author_id <> ${participant})
  or exists (select from task where thread_id = newest.id and task.seq > mark.seq and creator_id <> ${participant}))`

/**
 * Hubs in which a participant has a seat, latest change first, each with the number of its newest threads in which others
 * wrote what was not read. The mark of each thread is looked up by key, since a reader may have many times as many marks.
 */
export const ownHubs = (sql: Sql, reader: Reader, participant: string, limit: number): Promise<readonly HubCounts[]> =>
  sql<HubCounts[]>`
    select hub.id as hub_id, hub.slug, hub.title, seat.role as seat, hub.mode,
      case when ${keeps(sql, sql`seat.role`)}
        then (select count(*)::int from join_request where scope_id = hub.id) else 0 end as joins,
      case when ${keeps(sql, sql`seat.role`)} or hub.mode = 'open' and not ${taken(sql, sql`seat`)}
        then (
          select count(*)::int from edit
          where hub_id = hub.id and status = 'proposed' and author_id <> ${participant}) else 0 end as edits,
      (
        select count(*)::int from (
          select id, last_seq, starter_id from thread where hub_id = hub.id
          order by updated_at desc, id desc limit ${reads.home.threadsCounted}
        ) newest
        cross join lateral (select coalesce((
          select seq from read_mark where participant_id = ${participant} and scope_id = newest.id), 0) as seq offset 0) mark
        where newest.last_seq > mark.seq
          and not exists (select from fold where target_id = newest.id)
          and (${beganUnread(sql, participant)} or not ${wroteIn(sql, participant)} or ${othersWrote(sql, participant)})
      ) as unread_threads
    from seat join hub on hub.id = seat.scope_id
    where seat.participant_id = ${seatHolder(reader)} and ${readableHub(sql, reader)}
    order by hub.updated_at desc, hub.id limit ${limit}`
