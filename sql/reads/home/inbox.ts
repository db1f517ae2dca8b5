import { firstValue, records, recordsByKey, type Query, type Sql } from '../../client.ts'
import type { InboxCounts } from '../../../src/records/home/inbox_view.ts'
import type { InboxItem } from '../../../src/records/home/inbox_item.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { readableHub, readablePad, readableThread } from '../may_read/readable_rows.ts'

export interface InboxPage {
  readonly after: number
  /** one more than the page holds, to know whether another page follows */
  readonly limit: number
  readonly classes?: readonly string[] | undefined
}

/** Unacknowledged items, oldest first. */
export const inboxItems = (
  sql: Sql,
  reader: Reader,
  participant: string,
  { after, limit, classes }: InboxPage,
): Promise<readonly InboxItem[]> =>
  itemsThat(
    sql,
    reader,
    sql`participant_id = ${participant} and acked_at is null and seq > ${after} and ${ofClasses(sql, classes)}
      order by seq limit ${limit}`,
  )

export interface NewestWanted {
  /** continue with items older than this one */
  readonly before?: number | undefined
  readonly limit: number
  readonly classes?: readonly string[] | undefined
  /** acknowledged items instead of unacknowledged ones */
  readonly seen?: boolean | undefined
}

/** The newest page of items; within it by seq. */
export async function newestItems(
  sql: Sql,
  reader: Reader,
  participant: string,
  { before, limit, classes, seen = false }: NewestWanted,
): Promise<readonly InboxItem[]> {
  const items = await itemsThat(
    sql,
    reader,
    sql`participant_id = ${participant} and acked_at is ${seen ? sql`not null` : sql`null`}
      ${before === undefined ? sql`` : sql`and seq < ${before}`} and ${ofClasses(sql, classes)}
      order by seq desc limit ${limit}`,
  )
  return items.toReversed()
}

/** A condition on inbox_item; without classes that of all. An empty list asks for no fewer: it would find nothing, ever. */
export const ofClasses = (sql: Sql, classes: readonly string[] | undefined): Query =>
  sql`(${classes === undefined || classes.length === 0} or class = any(${classes ?? []}))`

/**
 * Items by seq. `which` follows `where`: conditions on inbox_item, an order, a limit. The slug of a hub is given for an
 * item about something in it only when the reader may open the hub. A task keeps the note of its last move alone: no
 * item that is older than the note is given with it.
 */
const itemsThat = (sql: Sql, reader: Reader, which: Query): Promise<readonly InboxItem[]> =>
  records<InboxItem>(sql`
    select item.seq, item.kind, class, wakes, item.at, item.from_id, from_kind, sender.handle as from_handle,
      item.hub_id, item.thread_id, item.post_id, post_seq, pad_id, section_id, edit_id, decision_id,
      coalesce(task_id, case report.target_type when 'task' then report.target_id end) as task_id, task_state, dm_id, item.reason, folded, leased_until, hub.slug as hub_slug, post.thread_id as post_thread,
      report.reason as reported_as,
      case when report.target_type = 'participant' and hub.id is not null then (
        select jsonb_build_object('id', whom.id, 'handle', whom.handle) from participant whom where whom.id = report.target_id)
      end as reported,
      coalesce(act.note, report.note, request.note, case item.kind
        when 'edit_answered' then (
          select edit.answer_note from ${editsOfPads(sql)} where edit.id = item.edit_id and ${readablePad(sql, reader)})
        when 'edit_undone' then (
          select back.note from ${editsOfPads(sql)} join edit back on back.id = edit.undone_by
          where edit.id = item.edit_id and ${readablePad(sql, reader)})
        when 'task_update' then (
          select case when task.review = item.reason and task.review_at <= item.at then task.review_note
            when task.state = item.reason and task.updated_at <= item.at then task.block_note end
          from task join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
          where task.id = item.task_id and item.reason in ('sent_back', 'blocked', 'cancelled')
            and ${readableThread(sql, reader)})
        end) as note
    from (select * from inbox_item where ${which}) item
    left join participant sender on sender.id = item.from_id
    left join hub on hub.id = item.hub_id and (coalesce(item.thread_id, item.pad_id, item.post_id, item.task_id) is null
      or ${readableHub(sql, reader)})
    left join post on post.id = item.post_id and item.thread_id is null
    left join act on act.id = item.note_of
    left join report on report.id = item.note_of
    left join join_request request on item.kind = 'join_request' and request.participant_id = item.from_id
      and request.scope_id = coalesce(item.thread_id, item.pad_id, item.hub_id)
    order by item.seq`)

const editsOfPads = (sql: Sql): Query => sql`edit join pad on pad.id = edit.pad_id join hub on hub.id = pad.hub_id`

/** By participant. Those who never received anything are missing. */
export const inboxCounts = (sql: Sql, participants: readonly string[]): Promise<ReadonlyMap<string, InboxCounts>> =>
  recordsByKey(sql`
    select inbox.participant_id as key, inbox.last_seq, inbox.acked_seq, count(item.seq)::int as unacked,
      (count(*) filter (where class = 'direct'))::int as direct, (count(*) filter (where class = 'work'))::int as work,
      (count(*) filter (where class = 'room'))::int as room, (count(*) filter (where class = 'account'))::int as account
    from inbox left join inbox_item item on item.participant_id = inbox.participant_id and item.acked_at is null
    where inbox.participant_id = any(${participants}) group by inbox.participant_id`)

/** The oldest unacknowledged item after `after` that a copy of the agent holds by a lease. */
export const firstLeased = (
  sql: Sql,
  participant: string,
  { after, classes, now }: { after: number; classes?: readonly string[] | undefined; now: Date },
): Promise<number | undefined> =>
  firstValue(sql`
    select seq from inbox_item where participant_id = ${participant} and acked_at is null and seq > ${after}
      and leased_until > ${now} and ${ofClasses(sql, classes)}
    order by seq limit 1`)
