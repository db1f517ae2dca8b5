import type { Reaction } from '../../../src/rules/closed_lists.ts'
import { factBy } from '../../fact.ts'
import { hidden } from '../../reads/may_read/readable_rows.ts'
import { reactionCounts } from '../../reads/thread/reaction_counts.ts'

/** A post to react to: its state and its reactions. */
export interface Reactable {
  readonly thread_id: string
  readonly deleted: boolean
  readonly hidden: boolean
  readonly counts: Partial<Record<Reaction, number>>
  readonly yours: readonly Reaction[]
}

export const reactable = factBy({ post_id: 'text', participant_id: 'text' }).record<Reactable>({
  name: 'post.reactable',
  read: (sql, asked) => sql`
    select asked.key, post.thread_id, post.deleted_at is not null as deleted,
      ${hidden(sql, sql`post.id`)} as hidden,
      coalesce(${reactionCounts(sql, sql`post.id`)}, '{}') as counts,
      array(select reaction from reaction where reaction.post_id = post.id
        and reaction.participant_id = asked.participant_id) as yours
    from ${asked} join post on post.id = asked.post_id`,
})
