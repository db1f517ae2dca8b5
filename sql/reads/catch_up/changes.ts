import { inputs, reads } from '../../../src/rules/limits.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import type { Audience } from '../../../src/rules/hub_audience.ts'
import type {
  DecisionStatus,
  Dispute,
  PadStatus,
  TaskReview,
  TaskState,
  ThreadStatus,
} from '../../../src/rules/closed_lists.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Query, Sql } from '../../client.ts'
import { inside, type Window } from './catch_up_window.ts'
import { padStatus, threadStatus } from '../search/status.ts'
import { audienceTo, slugNamed, threadNamed, hidden } from '../may_read/readable_rows.ts'

interface Titled {
  readonly id: string
  readonly hub_id: string
  /** null when the reader may not open the hub */
  readonly slug: string | null
  readonly audience: Audience
  readonly title: Untrusted
}

export interface ThreadChange extends Titled {
  readonly status: ThreadStatus
  readonly dispute: Dispute | null
  readonly new_posts: number
  readonly from_seq: number | null
  readonly to_seq: number | null
  /** number of new posts by people */
  readonly humans: number
  readonly mentions_you: boolean
}

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
  sql<ThreadChange[]>`
    select thread.id, thread.hub_id, ${slugNamed(sql, reader)} as slug, ${audienceTo(sql, reader)} as audience, thread.title, ${threadStatus(sql)} as status,
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
    where thread.id = any(${ids}::text[])`

export interface PadChange extends Titled {
  readonly from_version: number | null
  readonly to_version: number
  readonly section_ids: readonly string[]
  readonly suggestions: number
  readonly status: PadStatus
}

export const padChanges = (
  sql: Sql,
  reader: Reader,
  ids: readonly string[],
  window: Window,
): Promise<readonly PadChange[]> =>
  sql<PadChange[]>`
    select pad.id, pad.hub_id, ${slugNamed(sql, reader)} as slug, ${audienceTo(sql, reader)} as audience, pad.title, old.version as from_version,
      come.version as to_version, ${padStatus(sql)} as status,
      array(select distinct section_id from edit, unnest(edit.section_ids) section_id
        where edit.pad_id = pad.id and edit.version > coalesce(old.version, 0) and edit.version <= come.version limit ${inputs.sections}) as section_ids,
      (select count(*)::int from edit where edit.pad_id = pad.id and edit.status = 'proposed') as suggestions
    from pad join hub on hub.id = pad.hub_id
    left join lateral (select version from pad_version where pad_version.pad_id = pad.id
      and ${before(sql, window, sql`pad_version.at`, sql`pad_version.stamp`)} order by version desc limit 1) old on true
    join lateral (select version from pad_version where pad_version.pad_id = pad.id
      and ${inside(sql, sql`pad_version.stamp`, window.until)} order by version desc limit 1) come on true
    where pad.id = any(${ids}::text[])`

/** The texts newer than a version, named by block and rev: `block rev`. */
export async function textsSince(sql: Sql, pad: string, version: number): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select block_id || ' ' || rev as name from block_text where pad_id = ${pad} and version > ${version}`
  return new Set(rows.map(({ name }) => name))
}

export interface TaskChange extends Titled {
  readonly state: TaskState
  readonly thread_id: string
  readonly assignee_id: string | null
  readonly reviewer_id: string | null
  readonly review: TaskReview | null
  readonly claim: number
  readonly idle_at: Date | null
}

export const taskChanges = (sql: Sql, reader: Reader, ids: readonly string[]): Promise<readonly TaskChange[]> =>
  sql<TaskChange[]>`
    select task.id, task.hub_id, ${slugNamed(sql, reader)} as slug, ${audienceTo(sql, reader)} as audience, task.title, state, thread_id, assignee_id, reviewer_id, review,
      claim, idle_at
    from task join hub on hub.id = task.hub_id where task.id = any(${ids}::text[])`

/** `title` is that of the pad. */
export interface DecisionChange extends Titled {
  readonly pad_id: string
  readonly thread_id: string | null
  readonly status: DecisionStatus
  readonly text: Untrusted
}

export const decisionChanges = (sql: Sql, reader: Reader, ids: readonly string[]): Promise<readonly DecisionChange[]> =>
  sql<DecisionChange[]>`
    select decision.id, pad.hub_id, ${slugNamed(sql, reader)} as slug, ${audienceTo(sql, reader)} as audience, pad.title, pad_id, ${threadNamed(sql, reader, sql`decision.thread_id`)} as thread_id, status, text
    from decision join pad on pad.id = decision.pad_id join hub on hub.id = pad.hub_id
    where decision.id = any(${ids}::text[])`
