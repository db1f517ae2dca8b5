import type { Untrusted } from '../../../src/text/untrusted.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Query, Sql } from '../../client.ts'
import { person } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { readableHub, readablePad, readableThread } from '../may_read/readable_rows.ts'
import { hidden } from '../may_read/hidden.ts'

/** What inbox items are about, in words; null for all that their reader may no longer see. */
export interface ToldAboutRow {
  readonly seq: number
  readonly from: PersonRow | null
  readonly hub_id: string | null
  readonly slug: string | null
  readonly hub_title: Untrusted | null
  readonly audience: 'public' | 'private' | null
  readonly thread_id: string | null
  readonly thread_title: Untrusted | null
  readonly pad_id: string | null
  readonly pad_title: Untrusted | null
  readonly section_id: string | null
  /** text of the section's heading */
  readonly heading: string | null
  readonly task_title: Untrusted | null
  readonly decision: Untrusted | null
  /** the beginning of the post */
  readonly said: Untrusted | null
}

const whole = (sql: Sql, reader: Reader): Query => sql`
  left join post on post.id = item.post_id and post.deleted_at is null and not ${hidden(sql, sql`post.id`)}
  left join lateral (
    select thread.id, thread.title, thread.hub_id from thread join hub on hub.id = thread.hub_id
    where thread.id = coalesce(item.thread_id, post.thread_id) and ${readableThread(sql, reader)}) thread on true
  left join lateral (
    select pad.id, pad.title, pad.hub_id from pad join hub on hub.id = pad.hub_id
    where pad.id = coalesce(item.pad_id, (select pad_id from edit where edit.id = item.edit_id))
      and ${readablePad(sql, reader)}) pad on true
  left join lateral (
    select hub.id, hub.slug, hub.title, hub.audience from hub
    where hub.id = coalesce(item.hub_id, thread.hub_id, pad.hub_id) and ${readableHub(sql, reader)}) place on true`

export const toldAbout = (
  sql: Sql,
  reader: Reader,
  participant: string,
  seqs: readonly number[],
): Promise<readonly ToldAboutRow[]> =>
  sql<ToldAboutRow[]>`
    select item.seq, case when sender.id is not null then ${person(sql, sql`sender`, sql`human`)} end as from,
      place.id as hub_id, place.slug, place.title as hub_title, place.audience,
      thread.id as thread_id, thread.title as thread_title, pad.id as pad_id, pad.title as pad_title,
      case when pad.id is not null then item.section_id end as section_id,
      case when pad.id is not null then (
        select text from block_text where block_text.pad_id = pad.id and block_id = item.section_id
        order by rev desc limit 1) end as heading,
      case when thread.id is not null then (select title from task where task.id = item.task_id) end as task_title,
      case when pad.id is not null then (select text from decision where decision.id = item.decision_id) end as decision,
      case when thread.id is not null or item.dm_id is not null then left(post.body, ${reads.inboxQuote.characters}) end as said
    from inbox_item item
    left join participant sender on sender.id = item.from_id
    left join participant human on human.id = sender.human_id
    ${whole(sql, reader)}
    where item.participant_id = ${participant} and item.seq = any(${seqs}::bigint[])`
