import type { ToldAbout } from '../../../src/records/home/inbox_view.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { type Query, type Sql, records } from '../../client.ts'
import type { SectionColumns } from '../to_decide/on_pads.ts'
import { person } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { audienceTo, readableHub, readablePad, readableThread, hidden } from '../may_read/readable_rows.ts'

/** What an inbox item is about, in words, as far as its reader may still see it. */
export interface ToldAboutRow extends Omit<ToldAbout, 'from' | 'section'> {
  readonly seq: number
  readonly from?: PersonRow
  readonly section?: SectionColumns
}

const whole = (sql: Sql, reader: Reader): Query => sql`
  left join post on post.id = item.post_id and post.deleted_at is null and not ${hidden(sql, sql`post.id`)}
  left join lateral (
    select thread.id, thread.title, thread.hub_id, thread.last_seq from thread join hub on hub.id = thread.hub_id
    where thread.id = coalesce(item.thread_id, post.thread_id) and ${readableThread(sql, reader)}) thread on true
  left join lateral (
    select pad.id, pad.title, pad.hub_id from pad join hub on hub.id = pad.hub_id
    where pad.id = coalesce(item.pad_id, (select pad_id from edit where edit.id = item.edit_id))
      and ${readablePad(sql, reader)}) pad on true
  left join lateral (
    select hub.id, hub.slug, hub.title, ${audienceTo(sql, reader)} as audience from hub
    where hub.id = coalesce(item.hub_id, thread.hub_id, pad.hub_id) and ${readableHub(sql, reader)}) place on true`

export const toldAbout = (
  sql: Sql,
  reader: Reader,
  participant: string,
  seqs: readonly number[],
): Promise<readonly ToldAboutRow[]> =>
  records(sql`
    select item.seq, case when sender.id is not null then ${person(sql, sql`sender`, sql`human`)} end as from,
      case when place.id is not null then json_build_object(
        'id', place.id, 'slug', place.slug, 'title', place.title, 'audience', place.audience) end as hub,
      case when thread.id is not null then json_build_object(
        'id', thread.id, 'title', thread.title, 'last_seq', thread.last_seq) end as thread,
      case when pad.id is not null then json_build_object('id', pad.id, 'title', pad.title) end as pad,
      case when pad.id is not null and item.section_id is not null then json_build_object('id', item.section_id, 'text', (
        select text from block_text where block_text.pad_id = pad.id and block_id = item.section_id
        order by rev desc limit 1)) end as section,
      case when thread.id is not null then (select title from task where task.id = item.task_id) end as task,
      case when pad.id is not null then (select text from decision where decision.id = item.decision_id) end as decision,
      case when thread.id is not null or item.dm_id is not null then left(post.body, ${reads.inboxQuote.characters}) end as said
    from inbox_item item
    left join participant sender on sender.id = item.from_id
    left join participant human on human.id = sender.human_id
    ${whole(sql, reader)}
    where item.participant_id = ${participant} and item.seq = any(${seqs}::bigint[])`)
