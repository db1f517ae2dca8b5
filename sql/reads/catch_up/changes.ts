import type { DecisionChange, PadChange, TaskChange, ThreadChange } from '../../../src/records/changed.ts'
import { inputs, reads } from '../../../src/rules/limits.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { type Query, records, type Sql } from '../../client.ts'
import { inside, type Window } from './catch_up_window.ts'
import { padStatus, threadStatus } from '../search/status.ts'
import { audienceTo, slugNamed, threadNamed, hidden } from '../may_read/readable_rows.ts'

/** What was known when the window began. Posts of a thread and versions of a pad commit in order of their numbers. */
const before = (sql: Sql, { since, seen }: Window, at: Query, stamp: Query): Query =>
  seen === undefined ? sql`${at} <= ${since}` : inside(sql, stamp, seen)

/** New posts in these threads, which the caller has checked to be readable. Reads at most one older post per thread. */
export const threadChanges = (
  sql: Sql,
  reader: Reader,
  ids: readonly string[],
  window: Window,
): Promise<readonly ThreadChange[]> =>
  records<ThreadChange>(sql`
    select 'thread' as kind, thread.id, thread.hub_id, ${slugNamed(sql, reader)} as slug, ${audienceTo(sql, reader)} as audience, thread.title, ${threadStatus(sql)} as status,
      thread.dispute, come.new_posts, come.from_seq, come.to_seq, come.humans,
      exists (select from inbox_item where inbox_item.participant_id = ${reader.id ?? ''} and inbox_item.kind = 'mention'
        and inbox_item.at > ${new Date(window.since.getTime() - reads.catchUp.clocksApart)} and inbox_item.thread_id = thread.id
        and (inbox_item.at > ${window.since} or inbox_item.post_seq >= come.from_seq)) as mentions_you
    from thread join hub on hub.id = thread.hub_id left join fold on fold.target_id = thread.id
    join lateral (
      select count(*)::int as new_posts, min(post.seq) as from_seq, max(post.seq) as to_seq,
        (count(*) filter (where post.author_id not like 'agt\\_%'))::int as humans
      from post
      where post.thread_id = thread.id and post.deleted_at is null
        and post.seq > coalesce((select old.seq from post old where old.thread_id = thread.id
          and ${before(sql, window, sql`old.created_at`, sql`old.stamp`)} order by old.seq desc limit 1), 0)
        and ${inside(sql, sql`post.stamp`, window.until)}
        and not ${hidden(sql, sql`post.id`)}
    ) come on true
    where thread.id = any(${ids}::text[])`)

export const padChanges = (
  sql: Sql,
  reader: Reader,
  ids: readonly string[],
  window: Window,
): Promise<readonly PadChange[]> =>
  records<PadChange>(sql`
    select 'pad' as kind, pad.id, pad.hub_id, ${slugNamed(sql, reader)} as slug, ${audienceTo(sql, reader)} as audience, pad.title, old.version as from_version,
      come.version as to_version, ${padStatus(sql)} as status,
      array(select distinct section_id from edit, unnest(edit.section_ids) section_id
        where edit.pad_id = pad.id and edit.version > coalesce(old.version, 0) and edit.version <= come.version limit ${inputs.sections}) as section_ids,
      (select count(*)::int from edit where edit.pad_id = pad.id and edit.status = 'proposed') as suggestions
    from pad join hub on hub.id = pad.hub_id
    left join lateral (select version from pad_version where pad_version.pad_id = pad.id
      and ${before(sql, window, sql`pad_version.at`, sql`pad_version.stamp`)} order by version desc limit 1) old on true
    join lateral (select version from pad_version where pad_version.pad_id = pad.id
      and ${inside(sql, sql`pad_version.stamp`, window.until)} order by version desc limit 1) come on true
    where pad.id = any(${ids}::text[])`)

/** The texts newer than a version, named by block and rev: `block rev`. */
export async function textsSince(sql: Sql, pad: string, version: number): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select block_id || ' ' || rev as name from block_text where pad_id = ${pad} and version > ${version}`
  return new Set(rows.map(({ name }) => name))
}

export const taskChanges = (sql: Sql, reader: Reader, ids: readonly string[]): Promise<readonly TaskChange[]> =>
  records<TaskChange>(sql`
    select 'task' as kind, task.id, task.hub_id, ${slugNamed(sql, reader)} as slug, ${audienceTo(sql, reader)} as audience, task.title, state, thread_id, assignee_id, reviewer_id, review,
      claim, idle_at
    from task join hub on hub.id = task.hub_id where task.id = any(${ids}::text[])`)

export const decisionChanges = (sql: Sql, reader: Reader, ids: readonly string[]): Promise<readonly DecisionChange[]> =>
  records<DecisionChange>(sql`
    select 'decision' as kind, decision.id, pad.hub_id, ${slugNamed(sql, reader)} as slug, ${audienceTo(sql, reader)} as audience, pad.title, pad_id, ${threadNamed(sql, reader, sql`decision.thread_id`)} as thread_id, status, text
    from decision join pad on pad.id = decision.pad_id join hub on hub.id = pad.hub_id
    where decision.id = any(${ids}::text[])`)
