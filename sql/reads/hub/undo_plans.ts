import { timers } from '../../../src/rules/limits.ts'
import { type Sql, allValues } from '../../client.ts'
import { decisionsOf, inStretch, liveEditsOf, type Stretch } from '../../facts/moderation/work_to_undo.ts'
import { hidden } from '../may_read/readable_rows.ts'
import { idsOf } from '../account/own_ids.ts'
import { underWay } from '../thread/task_parts.ts'
import { unsettled } from '../thread/thread_parts.ts'

export interface UndoCounts {
  /** threads with posts to hide: how many, and the range of their seqs */
  readonly posts: readonly {
    readonly id: string
    readonly posts: number
    readonly first: number
    readonly last: number
  }[]
  /** threads to fold, and threads already folded whose dispute is still open or unresolved */
  readonly threads: readonly string[]
  readonly tasks: readonly { readonly id: string; readonly thread_id: string }[]
  readonly pads: readonly PadCounts[]
}

export interface PadCounts {
  readonly id: string
  readonly hidden: boolean
  readonly edits: number
  readonly suggestions: number
  readonly decisions: number
}

/** A participant's work in a hub that can be taken back, by place. No task with `keys`: tasks record no connection. */
export async function countUndoable(sql: Sql, work: Undoable): Promise<UndoCounts> {
  const [posts, threads, tasks, pads] = await Promise.all([
    postsOf(sql, work),
    threadsOf(sql, work),
    tasksOf(sql, work),
    padsOf(sql, work),
  ])
  return { posts, threads: threads.map(({ id }) => id), tasks, pads }
}

interface Undoable extends Stretch {
  readonly hub_id: string
  readonly participant_id: string
  readonly linked: readonly string[]
  readonly at: Date
}

/** Of those linked to the participant only recent posts count. */
function postsOf(sql: Sql, { hub_id, participant_id, linked, at, ...stretch }: Undoable) {
  const since = new Date(at.getTime() - timers.hideRecentPosts)
  return sql<UndoCounts['posts'][number][]>`
    select thread.id, count(*)::int as posts, min(post.seq) as first, max(post.seq) as last from post
    join thread on thread.id = post.thread_id and thread.hub_id = ${hub_id}
    left join fold on fold.target_id = post.id and fold.level = 'hide'
    where post.author_id = any(${[...linked, participant_id]}::text[]) and post.created_at <= ${at}
      and ${inStretch(sql, sql`post.created_at`, sql`post.made_with`, stretch)} and post.deleted_at is null and fold.target_id is null
      and (post.author_id = ${participant_id} or post.created_at > ${since})
    group by thread.id order by thread.id`
}

const threadsOf = (sql: Sql, { hub_id, participant_id, at, ...stretch }: Undoable) =>
  sql<{ id: string }[]>`
    select thread.id from thread left join fold on fold.target_id = thread.id
    where hub_id = ${hub_id} and starter_id = ${participant_id} and created_at <= ${at} and ${inStretch(sql, sql`created_at`, sql`(select post.made_with from post where post.thread_id = thread.id and post.seq = 1)`, stretch)}
      and (fold.target_id is null or ${unsettled(sql)})
    order by thread.id`

const tasksOf = (sql: Sql, { hub_id, participant_id, ...stretch }: Undoable) =>
  sql<{ id: string; thread_id: string }[]>`
    select id, thread_id from task where hub_id = ${hub_id} and assignee_id = ${participant_id}
      and ${underWay(sql)} and ${inStretch(sql, sql`coalesce(taken_at, updated_at)`, sql`null::text`, stretch)}
    order by thread_id, id`

function padsOf(sql: Sql, { hub_id, participant_id, ...stretch }: Undoable) {
  const editIn = inStretch(sql, sql`edit.at`, sql`edit.made_with`, stretch)
  const decisionIn = inStretch(sql, sql`decision.at`, sql`decision.made_with`, stretch)
  return sql<PadCounts[]>`
    with work as (
      select pad_id, count(*) as edits, 0 as suggestions, 0 as decisions
      from (${liveEditsOf(sql, sql`edit.hub_id = ${hub_id} and edit.author_id = ${participant_id} and ${editIn}`)}) live group by pad_id
      union all
      select pad_id, 0, count(*), 0 from edit
      where hub_id = ${hub_id} and author_id = ${participant_id} and status = 'proposed' and ${editIn} group by pad_id
      union all
      select pad_id, 0, 0, count(*)
      from (${decisionsOf(sql, sql`decision.hub_id = ${hub_id} and decision.author_id = ${participant_id} and ${decisionIn}`)}) theirs group by pad_id
    )
    select pad_id as id, sum(edits)::int as edits, sum(suggestions)::int as suggestions,
      sum(decisions)::int as decisions,
      ${hidden(sql, sql`pad_id`)} as hidden
    from work group by pad_id having sum(edits + suggestions + decisions) > 0 order by pad_id`
}

/**
 * The connections of a credential as rows record them in `made_with`: its grant, or the key with its predecessors and
 * successors by renewal. Empty unless both the credential and `participant` belong to `principal`.
 */
export const connectionsOfKey = (
  sql: Sql,
  { key, participant, principal }: { key: string; participant: string; principal: string },
): Promise<readonly string[]> =>
  allValues(sql`
    with recursive own as (${idsOf(sql, principal)}), before as (
      select id, grant_id, renewed_from from credential
      where id = ${key} and participant_id in (select id from own) and ${participant} in (select id from own)
        and kind in ('agent_key', 'sub_agent_key', 'access_token', 'refresh_token')
      union select old.id, old.grant_id, old.renewed_from
        from before join credential old on old.id = before.renewed_from
    ), chain as (
      select * from before
      union select next.id, next.grant_id, next.renewed_from
        from chain join credential next on next.renewed_from = chain.id
    )
    select distinct coalesce(grant_id, id) as id from chain
    union select renewed_from from before where renewed_from is not null order by 1`)
