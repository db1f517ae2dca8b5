import { reads } from '../../../src/rules/limits.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Query, Sql } from '../../client.ts'
import { readableHub, readableThread } from '../may_read/readable_rows.ts'
import type { HomeHub, OwnTasks } from '../../../src/records/home/home_view.ts'

/** A hub without the states of its pads and threads, which are counted for those shown. */
export type HubCounts = Omit<HomeHub, 'disputed' | 'open'>

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
export async function homeHubs(
  sql: Sql,
  reader: Reader,
  participant: string,
  limit: number,
): Promise<readonly HubCounts[]> {
  return await sql<HubCounts[]>`
    select hub.id as hub_id, hub.slug, hub.title, seat.role as seat, hub.mode,
      case when seat.role in ('owner', 'helper')
        then (select count(*)::int from join_request where scope_id = hub.id) else 0 end as joins,
      case when seat.role in ('owner', 'helper') or hub.mode = 'open'
        then (
          select count(*)::int from edit
          where hub_id = hub.id and status = 'proposed' and author_id <> ${participant}) else 0 end as edits,
      (
        select count(*)::int from (
          select id, last_seq from thread where hub_id = hub.id
          order by updated_at desc, id desc limit ${reads.home.threadsCounted}
        ) newest
        cross join lateral (select coalesce((
          select seq from read_mark where participant_id = ${participant} and scope_id = newest.id), 0) as seq offset 0) mark
        where newest.last_seq > mark.seq
          and not exists (select from fold where target_id = newest.id)
          and (not ${wroteIn(sql, participant)} or ${othersWrote(sql, participant)})
      ) as unread_threads
    from seat join hub on hub.id = seat.scope_id
    where seat.participant_id = ${reader.seats_of ?? participant} and ${readableHub(sql, reader)}
    order by hub.updated_at desc, hub.id limit ${limit}`
}

export async function runsOnOf(sql: Sql, participant: string): Promise<string | undefined> {
  const [row] = await sql<{ runs_on: string | null }[]>`select runs_on from participant where id = ${participant}`
  return row?.runs_on ?? undefined
}

/** Counts only tasks in threads that the reader can still read. */
export async function ownTasks(sql: Sql, reader: Reader, participant: string): Promise<OwnTasks> {
  const [row] = await sql<OwnTasks[]>`
    select (count(*) filter (where theirs and task.state = 'assigned'))::int as assigned,
      (count(*) filter (where theirs and task.state in ('taken', 'working')))::int as working,
      (count(*) filter (where theirs and task.state = 'blocked'))::int as blocked,
      (count(*) filter (where not theirs))::int as to_review
    from (
      select thread_id, state, true as theirs from task
      where assignee_id = ${participant} and state in ('assigned', 'taken', 'working', 'blocked')
      union all
      select thread_id, state, false from task where reviewer_id = ${participant} and review = 'waiting'
    ) task
    join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
    where ${readableThread(sql, reader)}`
  return row ?? { assigned: 0, working: 0, blocked: 0, to_review: 0 }
}
