import { type Reaction, reactions } from '../../../src/rules/closed_lists.ts'
import type { Effect } from '../../../sql/effect.ts'
import { addReactions, removeReactions } from '../../../sql/effects/thread/posts.ts'
import type { Reactable } from '../../../sql/facts/thread/reactions.ts'
import type { By } from '../../runtime/actor.ts'
import { iso } from '../../../src/rules/units.ts'

export interface Reacting extends By {
  readonly post_id: string
  readonly reaction: Reaction
  readonly remove: boolean
}

export interface Reacted {
  readonly post_id: string
  readonly reactions: Partial<Record<Reaction, number>>
  readonly yours: readonly Reaction[]
  readonly already?: true
}

/** A post's reactions after the change; no effect when nothing changes. */
export function afterReaction(
  { counts: before, yours }: Reactable,
  { by, post_id, reaction, remove }: Reacting,
  now: number,
): { reply: Reacted; effect?: Effect } {
  if (yours.includes(reaction) !== remove) {
    return { reply: { post_id, reactions: counted(before), yours, already: true } }
  }
  const key = { post_id, participant_id: by.id, reaction }
  const counts = { ...before, [reaction]: (before[reaction] ?? 0) + (remove ? -1 : 1) }
  return {
    reply: {
      post_id,
      reactions: counted(counts),
      yours: reactions.filter((one) => (one === reaction ? !remove : yours.includes(one))),
    },
    effect: remove ? removeReactions(key) : addReactions({ ...key, at: iso(now) }),
  }
}

/** Counts above zero, in the order of the list. */
const counted = (counts: Partial<Record<Reaction, number>>): Partial<Record<Reaction, number>> =>
  Object.fromEntries(reactions.flatMap((one) => (counts[one] ? [[one, counts[one]]] : [])))
