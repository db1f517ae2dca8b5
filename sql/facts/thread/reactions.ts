import type { Reaction } from '../../../src/rules/lists.ts'
import { recordFact } from '../../fact.ts'
import { hidden } from '../../reads/may_read/hidden.ts'
import { reactionCounts } from '../../reads/thread/reaction_counts.ts'

export interface ReactableKey {
  readonly post_id: string
  readonly participant_id: string
}

/** A post to react to: its state and its reactions. */
export interface Reactable {
  readonly thread_id: string
  readonly deleted: boolean
  readonly hidden: boolean
  readonly counts: Partial<Record<Reaction, number>>
  readonly yours: readonly Reaction[]
}

export const reactable = recordFact<ReactableKey, Reactable>({
  name: 'post.reactable',
  id: ({ post_id, participant_id }) => `${post_id} ${participant_id}`,
  read: (sql, keys) => sql`
    select asked.post_id || ' ' || asked.participant_id as key, post.thread_id, post.deleted_at is not null as deleted,
      ${hidden(sql, sql`post.id`)} as hidden,
      coalesce(${reactionCounts(sql, sql`post.id`)}, '{}') as counts,
      array(select reaction from reaction where reaction.post_id = post.id
        and reaction.participant_id = asked.participant_id) as yours
    from unnest(${keys.map((key) => key.post_id)}::text[], ${keys.map((key) => key.participant_id)}::text[])
      as asked (post_id, participant_id)
    join post on post.id = asked.post_id`,
})
