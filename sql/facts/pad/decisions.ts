import type { DecisionStatus } from '../../../src/rules/closed_lists.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { fact, factById } from '../../fact.ts'
import { groupsByKey, inMs } from '../../client.ts'
import { parentOf } from '../../reads/account/one_human.ts'
import { mayRead } from '../may_read.ts'

/** A decision that another one supersedes, or will supersede when accepted. */
export interface Replaced {
  readonly id: string
  readonly pad_id: string
  readonly status: DecisionStatus
  readonly thread_id?: string
}

export interface Decision extends Replaced {
  readonly author_id: string
  readonly human_id?: string
  readonly principal_id: string
  /** of a sub-agent */
  readonly parent_id?: string
  readonly text: Untrusted
  /** the options considered, in their order */
  readonly options: readonly Untrusted[]
  readonly section_id?: string
  readonly post_id?: string
  /** when accepted, this decision supersedes that one */
  readonly replaces?: Replaced
}

/** Keyed by the decision's own id, or by that of the edit or suggestion it came with. */
export const decisions = factById.record<Decision>({
  name: 'decision',
  read: (sql, ids) => sql`
    select asked.id as key, decision.id, decision.pad_id, decision.status, decision.author_id, decision.human_id,
      decision.principal_id, ${parentOf(sql, sql`decision.author_id`)} as parent_id, decision.thread_id, decision.text, decision.options, decision.section_id,
      decision.post_id, case when older.id is not null then
        jsonb_strip_nulls(jsonb_build_object('id', older.id, 'pad_id', older.pad_id, 'status', older.status,
          'thread_id', older.thread_id)) end as replaces
    from unnest(${ids}::text[]) as asked (id)
    left join edit on edit.id = asked.id
    join decision on decision.id = coalesce(edit.decision_id, asked.id)
    left join decision older on older.id = decision.supersedes`,
})

/** The threads of a decision and of those that stand again once it is withdrawn. */
export const threadsRestored = factById.values<string>({
  name: 'decision.threads_restored',
  read: (sql, decisionsOrEdits) => sql`
    select asked.id as key, array_agg(distinct shown.thread_id) as value
    from unnest(${decisionsOrEdits}::text[]) as asked (id)
    left join edit on edit.id = asked.id
    join decision on decision.id = coalesce(edit.decision_id, asked.id)
    join decision shown on shown.pad_id = decision.pad_id and decision.id in (shown.id, shown.superseded_by)
    where shown.thread_id is not null
    group by asked.id`,
})

export interface Poster {
  readonly id: string
  /** time of their last post, epoch milliseconds; absent for the decision's author, who is told however old it is */
  readonly at?: number
}

/** In a longer thread the authors of older posts are not told. */
const postsLookedAt = 5_000

interface PostersKey {
  readonly id: string
  readonly public_on: boolean
}

/**
 * Who is told what was decided, while they can still read it: the decision's author, and who posted in its thread, with the
 * time of their last post. Keyed by the id of a thread, of a decision, or of that decision's edit.
 */
export const postersIn = fact<PostersKey, readonly Poster[], readonly Poster[]>(
  {
    name: 'thread.posters',
    id: ({ id }) => id,
    load: (sql, keys) =>
      groupsByKey(sql`
    with asked as (
      select asked.id, asked.public_on, decision.id as decision_id, decision.author_id, decision.pad_id, decision.hub_id,
        decision.thread_id
      from jsonb_to_recordset(${sql.json(keys as never)}::jsonb) as asked (id text, public_on boolean)
      left join edit on edit.id = asked.id
      left join decision on decision.id = coalesce(edit.decision_id, asked.id))
    select posted.asked as key, posted.author_id as id, ${inMs(sql, 'posted.at')} as at
    from (
      select asked.id as asked, asked.public_on, thread.id as part_id, thread.hub_id, newest.author_id,
        max(newest.created_at) as at
      from asked
      join thread on thread.id = coalesce(asked.thread_id, asked.id)
      cross join lateral (
        select author_id, created_at from post where post.thread_id = thread.id
        order by seq desc limit ${postsLookedAt}) newest
      group by asked.id, asked.public_on, thread.id, newest.author_id
      union all
      select id, public_on, pad_id, hub_id, author_id, null from asked where decision_id is not null
    ) posted
    join participant author on author.id = posted.author_id
    join hub on hub.id = posted.hub_id
    where ${mayRead(sql, sql`author`, { part: sql`posted.part_id`, publicOn: sql`posted.public_on` })}`),
  },
  [],
)

/** The same for the thread of the superseded decision, keyed by the newer decision or its edit. */
export const postersBefore = fact<PostersKey, readonly Poster[], readonly Poster[]>(
  {
    name: 'thread.posters_before',
    id: ({ id }) => id,
    load: async (sql, keys) => {
      const newer = await sql<{ id: string; public_on: boolean; supersedes: string }[]>`
      select asked.id, asked.public_on, decision.supersedes
      from jsonb_to_recordset(${sql.json(keys as never)}::jsonb) as asked (id text, public_on boolean)
      left join edit on edit.id = asked.id
      join decision on decision.id = coalesce(edit.decision_id, asked.id)
      where decision.supersedes is not null`
      const posters = await postersIn.load(
        sql,
        newer.map(({ supersedes, public_on }) => ({ id: supersedes, public_on })),
      )
      return new Map(newer.map(({ id, supersedes }) => [id, posters.get(supersedes) ?? []]))
    },
  },
  [],
)
