import { message } from '../runtime/actor.ts'
import { joined, joinNeeds, joins } from './guest_joins.ts'
import type { Participant } from './state.ts'

interface JoinAccount {
  /** the person who signed in */
  readonly human: string
}

/**
 * Merges a guest into the person who signed in and continues in its place. A guest who confirmed another address stays a
 * participant of its own: nothing shows that its mailbox is this person's.
 */
export const joinAccount = message({
  // a link that confirms another address may come just before
  afresh: true,
  needs: (one: Participant, { human }: JoinAccount) => joinNeeds(one, human),
  decide: (one, { human }, facts, { at }) => {
    if (!joins(one, facts, facts.standing?.email)) return { reply: { ended: [] as readonly string[] } }
    const { ended, ...merged } = joined(one, human, facts, at)
    return { ...merged, reply: { ended } }
  },
})
